/*
 * E30: moving an entry of a concurrent map.
 *
 * rename removes an entry and puts it under another key. Another thread looks for both in between and finds
 * neither. No single operation of the map does both, so none is recommended.
 *
 * Output:
 *   null or null
 *
 * Cosmodrome:
 *   ATOM001 Directory.rename is not atomic  (E30_TwoKeys.java:34)                         [9696] NEW, 1x
 *     | A  Directory.rename            | B  Directory.find              |
 *     | w Directory.rooms[Miller]  :35 |                                |
 *     |   ~ interrupted ~              | r Directory.rooms[Miller]  :42 |
 *     |                                | r Directory.rooms[Smith]   :42 |
 *     | w Directory.rooms[Smith]   :37 |                                |
 *     rename before find: find read Directory.rooms[Miller] at :42 after rename wrote it at :35;
 *     but find before rename: rename wrote Directory.rooms[Smith] at :37 after find read it at :42.
 *   cosmodrome: VIOLATION: 1 finding
 */
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public final class E30_TwoKeys {
  private E30_TwoKeys() {}

  static final class Directory {
    private final ConcurrentMap<String, Integer> rooms = new ConcurrentHashMap<>();

    void rename(String from, String to) { // VIOLATION Directory.rename(String,String)
      Turn.at("removes");
      Integer room = rooms.remove(from);
      Turn.at("puts");
      rooms.put(to, room);
    }

    String find(String one, String other) {
      Turn.at("looks");
      return rooms.get(one) + " or " + rooms.get(other);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("A removes", "B looks", "A puts");
    Directory directory = new Directory();
    directory.rooms.put("Miller", 7);
    Thread a = new Thread(() -> directory.rename("Miller", "Smith"), "A");
    Thread b = new Thread(() -> System.out.println(directory.find("Miller", "Smith")), "B");
    a.start();
    b.start();
    a.join();
    b.join();
  }
}
