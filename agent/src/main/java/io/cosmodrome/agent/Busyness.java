package io.cosmodrome.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * How much of the program's work goes through each class: in how many stacks of running threads it
 * is, also where it was inlined. A few stacks a second tell apart what is busy from what is not,
 * and that is enough: what is busy costs the JIT seconds when it changes.
 *
 * <p>Not seen are virtual threads, nor small methods where the JIT lets no thread stop: classes
 * that only these use seem idle until they are watched.
 */
final class Busyness {
  private static final int STACKS = 2; // at a time
  private static final double MEMORY = 0.98; // of what was known, at each look
  private static final double LEAST = 1e-4; // that is remembered

  private final Random random;
  private final Map<String, Double> byClass = new HashMap<>(); // seconds per second, by top level
  private final Map<String, Double> atWork = new HashMap<>(); // the same, where it is at work

  Busyness(Random random) {
    this.random = random;
  }

  /**
   * Looks at some running threads.
   *
   * @param load how many seconds of processor time the process has used per second since the last
   */
  void look(double load) {
    forget(byClass);
    forget(atWork);
    List<Thread> running = running();
    Collections.shuffle(running, random);
    int looked = Math.min(STACKS, running.size());
    for (Thread thread : running.subList(0, looked)) {
      double weight = (1 - MEMORY) * load / looked;
      Set<String> classes = new HashSet<>();
      boolean isAbove = true; // what is at work
      for (StackTraceElement frame : thread.getStackTrace()) {
        String name = topLevel(frame.getClassName());
        classes.add(name);
        if (isAbove && !isOfJdk(frame)) {
          isAbove = false;
          atWork.merge(name, weight, Double::sum);
        }
      }
      classes.forEach(name -> byClass.merge(name, weight, Double::sum));
    }
  }

  private static void forget(Map<String, Double> seconds) {
    seconds.replaceAll((name, before) -> before * MEMORY);
    seconds.values().removeIf(rest -> rest < LEAST);
  }

  private static boolean isOfJdk(StackTraceElement frame) {
    String module = frame.getModuleName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }

  private static List<Thread> running() {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    while (all.getParent() != null) {
      all = all.getParent();
    }
    Thread[] threads = new Thread[all.activeCount() + 8];
    int count = all.enumerate(threads);
    List<Thread> running = new ArrayList<>();
    for (Thread thread : Arrays.copyOf(threads, count)) {
      if (thread.getState() == Thread.State.RUNNABLE && thread != Thread.currentThread()) {
        running.add(thread);
      }
    }
    return running;
  }

  private static String topLevel(String name) {
    int nested = name.indexOf('$', 1);
    return nested < 0 ? name : name.substring(0, nested);
  }

  /** Seconds of work per second that go through a class or those nested in it. */
  double of(String topLevel) {
    return byClass.getOrDefault(topLevel, 0.0);
  }

  /** Seconds per second in which it is itself at work, or what it calls of the JDK. */
  double atWork(String topLevel) {
    return atWork.getOrDefault(topLevel, 0.0);
  }
}
