/*
 * E11: not serializable, and nobody is to blame.
 *
 * Of two doctors one has to stay. Each looks whether the other one is there and leaves; both look
 * before either leaves. Each of the two blocks alone can be thought to run in one piece, at the time
 * when it looked or when it left, but not both: Alice's before Bob's, since she saw him there, and
 * Bob's before Alice's, since he saw her. Databases call it write skew.
 *
 * Output:
 *   on call: nobody
 *
 * Cosmodrome:
 *   ATOM003 no serial order of the blocks explains this run                               [8c69] NEW, 1x
 *     | Bob  Ward.bobLeaves     | Alice  Ward.aliceLeaves |
 *     | vr Ward#1.alice     :47 |                         |
 *     |                         | vr Ward#1.bob       :39 |
 *     |                         | vw Ward#1.alice     :41 |
 *     | vw Ward#1.bob       :49 |                         |
 *     bobLeaves before aliceLeaves: aliceLeaves wrote Ward#1.alice at :41 after bobLeaves read it at
 *     :47;
 *     but aliceLeaves before bobLeaves: bobLeaves wrote Ward#1.bob at :49 after aliceLeaves read it at
 *     :39.
 *   cosmodrome: VIOLATION: 1 finding
 */
// NON-SERIALIZABLE
package io.cosmodrome.examples;

import io.cosmodrome.examples.schedule.Turn;

public final class E11_NoCulprit {
  private E11_NoCulprit() {}

  static final class Ward {
    private volatile boolean alice = true;
    private volatile boolean bob = true;

    void aliceLeaves() {
      Turn.at("looks");
      if (bob) {
        Turn.at("leaves");
        alice = false;
      }
    }

    void bobLeaves() {
      Turn.at("looks");
      if (alice) {
        Turn.at("leaves");
        bob = false;
      }
    }

    String onCall() {
      if (!alice && !bob) {
        return "nobody";
      }
      return alice ? "Alice" : "Bob";
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Turn.order("Alice looks", "Bob looks", "Alice leaves", "Bob leaves");
    Ward ward = new Ward();
    Thread alice = new Thread(ward::aliceLeaves, "Alice");
    Thread bob = new Thread(ward::bobLeaves, "Bob");
    alice.start();
    bob.start();
    alice.join();
    bob.join();
    System.out.println("on call: " + ward.onCall());
  }
}
