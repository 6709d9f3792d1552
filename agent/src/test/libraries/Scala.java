import java.util.concurrent.TimeUnit;
import scala.Tuple2;
import scala.collection.concurrent.TrieMap;
import scala.collection.immutable.LazyList;
import scala.collection.mutable.ArrayBuffer;
import scala.collection.mutable.HashMap;
import scala.concurrent.Await;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;

/** Classes that the Scala compiler made, at work in several threads. */
public final class Scala {
  private static final TrieMap<String, Integer> SHARED = new TrieMap<>();

  private static String collections(int seed) {
    ArrayBuffer<Integer> buffer = new ArrayBuffer<>();
    HashMap<Integer, String> map = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      buffer.addOne(i * seed);
      map.update(i % 17, "v" + i);
      SHARED.put("k" + seed + i % 5, i);
    }
    LazyList<Object> naturals = LazyList.from(seed, 2);
    return naturals.take(5).force().mkString(",")
        + " "
        + buffer.takeInPlace(9).mkString("-")
        + " "
        + map.size();
  }

  private static String futures() throws Exception {
    ExecutionContext context = ExecutionContext.global();
    Future<String> first = Future.apply(() -> collections(5), context);
    Future<String> second = Future.apply(() -> collections(6), context);
    Future<Tuple2<String, String>> both = first.zip(second);
    return Await.result(both, Duration.create(60, TimeUnit.SECONDS)).toString();
  }

  public static void main(String[] args) throws Exception {
    String[] results = new String[2];
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
    System.out.println(futures());
    System.out.println(SHARED.size());
  }
}
