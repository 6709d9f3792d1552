package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import java.util.ArrayList;
import java.util.List;

/**
 * Lifts that fetch people, as in the discrete event simulator of the race detection papers. Size:
 * people.
 *
 * <p>The floors are monitors. A lift looks for someone who waits and then fetches them, in two
 * steps: another lift may have been faster, then it looks again.
 */
public final class Elevator {
  private static final int FLOORS = 40;

  private static final class Person {
    final int target;
    int trips;

    Person(int target) {
      this.target = target;
    }
  }

  private static final class Floor {
    private final List<Person> waiting = new ArrayList<>();
    private int arrived;
    private long trips;

    synchronized void call(Person person) {
      waiting.add(person);
    }

    synchronized boolean isCalling() {
      return !waiting.isEmpty();
    }

    /** Up to four people, none if another lift was faster. */
    synchronized List<Person> board() {
      List<Person> boarding = new ArrayList<>();
      while (!waiting.isEmpty() && boarding.size() < 4) {
        boarding.add(waiting.remove(waiting.size() - 1));
      }
      return boarding;
    }

    synchronized void leave(Person person) {
      person.trips++;
      trips += person.trips;
      arrived++;
    }
  }

  private final Floor[] floors = new Floor[FLOORS];

  private Elevator(int people) {
    for (int i = 0; i < FLOORS; i++) {
      floors[i] = new Floor();
    }
    Numbers numbers = new Numbers(3);
    for (int i = 0; i < people; i++) {
      floors[numbers.below(FLOORS)].call(new Person(numbers.below(FLOORS)));
    }
  }

  private static final class Lift {
    private final Elevator house;
    private int at;

    Lift(Elevator house, int at) {
      this.house = house;
      this.at = at;
    }

    /** The nearest floor with someone waiting; -1 if there is none. */
    int nearestCall() {
      for (int distance = 0; distance < FLOORS; distance++) {
        for (int floor = at - distance;
            floor <= at + distance;
            floor += Math.max(1, 2 * distance)) {
          if (floor >= 0 && floor < FLOORS && house.floors[floor].isCalling()) {
            return floor;
          }
        }
      }
      return -1;
    }

    void moveTo(int floor) {
      while (at != floor) {
        at += at < floor ? 1 : -1;
      }
    }

    void serve(int floor) {
      moveTo(floor);
      for (Person person : house.floors[floor].board()) {
        moveTo(person.target);
        house.floors[person.target].leave(person);
      }
    }
  }

  private static void operate(Lift lift) {
    for (int floor = lift.nearestCall(); floor >= 0; floor = lift.nearestCall()) {
      lift.serve(floor);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int people = Team.size(args);
    int threads = Team.threads(args);
    Elevator house = new Elevator(people);
    Team.run(threads, number -> operate(new Lift(house, number)));
    long checksum = 0;
    long trips = 0;
    for (int i = 0; i < FLOORS; i++) {
      checksum += (long) i * house.floors[i].arrived;
      trips += house.floors[i].trips;
    }
    Team.report(checksum, trips);
  }
}
