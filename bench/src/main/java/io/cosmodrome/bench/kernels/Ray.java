package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;

/**
 * Rays through a field of spheres, with a fresh object for every vector. Size: side of the picture.
 *
 * <p>Some 25 field accesses per intersection, nearly all of them on objects that never leave their
 * method: what an agent costs here is what it does to escape analysis.
 */
public final class Ray {
  private static final int SPHERES = 16;

  private static final class Vector {
    double x;
    double y;
    double z;

    Vector(double x, double y, double z) {
      this.x = x;
      this.y = y;
      this.z = z;
    }

    Vector minus(Vector other) {
      return new Vector(x - other.x, y - other.y, z - other.z);
    }

    double times(Vector other) {
      return x * other.x + y * other.y + z * other.z;
    }
  }

  private static final class Sphere {
    Vector center;
    double radius;

    Sphere(Numbers numbers) {
      double x = 20 * numbers.fraction() - 10;
      double y = 20 * numbers.fraction() - 10;
      center = new Vector(x, y, 10 + 20 * numbers.fraction());
      radius = 1 + 2 * numbers.fraction();
    }

    /** How far away the ray meets the sphere; infinity if it does not. */
    double distance(Vector origin, Vector direction) {
      Vector toCenter = center.minus(origin);
      double along = toCenter.times(direction);
      double discriminant = along * along - toCenter.times(toCenter) + radius * radius;
      if (discriminant < 0) {
        return Double.POSITIVE_INFINITY;
      }
      return along - Math.sqrt(discriminant);
    }
  }

  private final Sphere[] spheres = new Sphere[SPHERES];
  private final int side;

  private Ray(int side) {
    this.side = side;
    Numbers numbers = new Numbers(2);
    for (int i = 0; i < SPHERES; i++) {
      spheres[i] = new Sphere(numbers);
    }
  }

  /** Where the rays of one line of the picture end. */
  long line(int row) {
    long checksum = 0;
    for (int column = 0; column < side; column++) {
      Vector origin = new Vector(20.0 * column / side - 10, 20.0 * row / side - 10, 0);
      Vector direction = new Vector(0, 0, 1);
      double nearest = Double.POSITIVE_INFINITY;
      for (Sphere sphere : spheres) {
        nearest = Math.min(nearest, sphere.distance(origin, direction));
      }
      checksum += nearest == Double.POSITIVE_INFINITY ? 1 : (long) (1e6 * nearest);
    }
    return checksum;
  }

  public static void main(String[] args) throws InterruptedException {
    int side = Team.size(args);
    int threads = Team.threads(args);
    Ray ray = new Ray(side);
    long[] checksums = new long[threads];
    Team.run(
        threads,
        number -> {
          for (int row = number; row < side; row += threads) {
            checksums[number] += ray.line(row);
          }
        });
    long checksum = 0;
    for (long part : checksums) {
      checksum += part;
    }
    Team.report(checksum, (long) side * side * SPHERES);
  }
}
