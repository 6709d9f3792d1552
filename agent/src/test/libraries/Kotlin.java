import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import kotlin.Lazy;
import kotlin.LazyKt;
import kotlin.collections.ArrayDeque;
import kotlin.collections.CollectionsKt;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.sequences.SequencesKt;
import kotlin.text.StringsKt;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.future.FutureKt;

/** Classes that the Kotlin compiler made, at work in several threads. */
public final class Kotlin {
  private static final Lazy<String> LAZY = LazyKt.lazy(() -> "made once");

  private static String collections(int seed) {
    List<Integer> numbers = new ArrayList<>();
    SequencesKt.take(SequencesKt.generateSequence(seed, n -> n * 3 + 1), 12)
        .iterator()
        .forEachRemaining(numbers::add);
    ArrayDeque<String> deque = new ArrayDeque<>();
    for (int number : CollectionsKt.sortedDescending(numbers)) {
      deque.addFirst(StringsKt.padStart(Integer.toString(number), 8, '.'));
    }
    return CollectionsKt.joinToString(deque, ",", "[", "]", 5, "more", text -> text + LAZY.getValue());
  }

  private static String coroutines() throws InterruptedException {
    List<CompletableFuture<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      futures.add(
          FutureKt.future(
              GlobalScope.INSTANCE,
              Dispatchers.getDefault(),
              CoroutineStart.DEFAULT,
              (scope, continuation) -> collections(number).length()));
    }
    int sum = futures.stream().mapToInt(CompletableFuture::join).sum();
    Integer blocking =
        BuildersKt.runBlocking(
            EmptyCoroutineContext.INSTANCE, (scope, continuation) -> collections(7).length());
    return sum + " " + blocking;
  }

  public static void main(String[] args) throws InterruptedException {
    String[] results = new String[3];
    Thread[] threads = new Thread[results.length];
    for (int i = 0; i < results.length; i++) {
      int number = i;
      threads[i] = new Thread(() -> results[number] = collections(number + 1));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(String.join("\n", results));
    System.out.println(coroutines());
  }
}
