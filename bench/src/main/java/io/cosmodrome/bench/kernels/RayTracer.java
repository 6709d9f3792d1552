package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Team;
import org.jspecify.annotations.Nullable;

/**
 * Draws mirroring spheres, with reflections and shadows. Size: side of the picture.
 *
 * <p>Unlike {@link Ray} it re-uses vectors instead of making new ones, and the threads add their
 * colours up in one place.
 */
public final class RayTracer {
  private static final int SPHERES = 64;
  private static final int DEPTH = 4;

  private static final class Vector {
    double x;
    double y;
    double z;

    void set(double newX, double newY, double newZ) {
      x = newX;
      y = newY;
      z = newZ;
    }

    /** Becomes {@code a + factor * b}. */
    void combine(Vector a, double factor, Vector b) {
      set(a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z);
    }

    double times(Vector other) {
      return x * other.x + y * other.y + z * other.z;
    }

    void normalize() {
      double length = Math.sqrt(times(this));
      set(x / length, y / length, z / length);
    }
  }

  private static final class Sphere {
    private final Vector center = new Vector();
    private final double radius;
    private final double shine;

    Sphere(int number) {
      center.set(4.0 * (number & 3) - 6, 4.0 * (number >> 2 & 3) - 6, 4.0 * (number >> 4) + 4);
      radius = 1.5;
      shine = 0.2 + 0.1 * (number % 5);
    }
  }

  /** One ray at a time, with room for the vectors of its way. */
  private static final class Tracer {
    private final Sphere[] scene;
    private final Vector light = new Vector();
    private final Vector toCenter = new Vector();
    private final Vector normal = new Vector();
    private final Vector origin = new Vector();
    private final Vector direction = new Vector();
    private double nearest;

    Tracer(Sphere[] scene) {
      this.scene = scene;
      light.set(1, 1, -1);
      light.normalize();
    }

    private @Nullable Sphere hit() {
      Sphere found = null;
      nearest = Double.POSITIVE_INFINITY;
      for (Sphere sphere : scene) {
        toCenter.combine(sphere.center, -1, origin);
        double along = toCenter.times(direction);
        double discriminant =
            along * along - toCenter.times(toCenter) + sphere.radius * sphere.radius;
        if (along > 0 && discriminant > 0 && along - Math.sqrt(discriminant) > 1e-6) {
          double distance = along - Math.sqrt(discriminant);
          if (distance < nearest) {
            nearest = distance;
            found = sphere;
          }
        }
      }
      return found;
    }

    /** Brightness, 0 to 255, at the end of the ray. */
    int trace(double x, double y) {
      origin.set(0, 0, -20);
      direction.set(x, y, 2);
      direction.normalize();
      double brightness = 0;
      double share = 1;
      for (int depth = 0; depth < DEPTH; depth++) {
        Sphere sphere = hit();
        if (sphere == null) {
          break;
        }
        origin.combine(origin, nearest, direction);
        normal.combine(origin, -1, sphere.center);
        normal.normalize();
        brightness += share * (1 - sphere.shine) * Math.max(0, normal.times(light));
        direction.combine(direction, -2 * direction.times(normal), normal);
        share *= sphere.shine;
      }
      return (int) (255 * Math.min(1, brightness));
    }
  }

  private final Sphere[] scene = new Sphere[SPHERES];
  private long checksum;
  private long lines;

  private RayTracer() {
    for (int i = 0; i < SPHERES; i++) {
      scene[i] = new Sphere(i);
    }
  }

  synchronized void add(long brightness) {
    checksum += brightness;
    lines++;
  }

  private void work(int number, int threads, int side) {
    Tracer tracer = new Tracer(scene);
    for (int row = number; row < side; row += threads) {
      long sum = 0;
      for (int column = 0; column < side; column++) {
        sum += tracer.trace(2.0 * column / side - 1, 2.0 * row / side - 1);
      }
      add(sum);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int side = Team.size(args);
    int threads = Team.threads(args);
    RayTracer picture = new RayTracer();
    Team.run(threads, number -> picture.work(number, threads, side));
    Team.report(picture.checksum, picture.lines);
  }
}
