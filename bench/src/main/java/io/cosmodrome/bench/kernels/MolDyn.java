package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;

/**
 * Particles that attract and repel each other, in phases with barriers between. Size: particles.
 *
 * <p>Each thread sums up forces in arrays of its own, which the first thread adds in a fixed order,
 * so that rounding is the same in every run.
 */
public final class MolDyn {
  private static final int STEPS = 20;
  private static final double STEP = 1e-4;

  private static final class Particle {
    double x;
    double y;
    double z;
    double vx;
    double vy;
    double vz;

    Particle(Numbers numbers, double width) {
      x = width * numbers.fraction();
      y = width * numbers.fraction();
      z = width * numbers.fraction();
    }

    void move(double fx, double fy, double fz) {
      vx += STEP * fx;
      vy += STEP * fy;
      vz += STEP * fz;
      x += STEP * vx;
      y += STEP * vy;
      z += STEP * vz;
    }

    double energy() {
      return 0.5 * (vx * vx + vy * vy + vz * vz);
    }
  }

  private final Particle[] particles;
  private final double[][] forces; // by thread: x, y and z of every particle

  private MolDyn(int size, int threads) {
    particles = new Particle[size];
    forces = new double[threads][3 * size];
    Numbers numbers = new Numbers(5);
    for (int i = 0; i < size; i++) {
      particles[i] = new Particle(numbers, 2 * Math.cbrt(size));
    }
  }

  /** Adds the forces between one particle and those after it. */
  void attract(int i, double[] force) {
    Particle one = particles[i];
    for (int j = i + 1; j < particles.length; j++) {
      Particle other = particles[j];
      double dx = one.x - other.x;
      double dy = one.y - other.y;
      double dz = one.z - other.z;
      double inverse = 1 / Math.max(0.5, dx * dx + dy * dy + dz * dz);
      double sixth = inverse * inverse * inverse;
      double strength = 24 * inverse * sixth * (2 * sixth - 1);
      force[3 * i] += strength * dx;
      force[3 * i + 1] += strength * dy;
      force[3 * i + 2] += strength * dz;
      force[3 * j] -= strength * dx;
      force[3 * j + 1] -= strength * dy;
      force[3 * j + 2] -= strength * dz;
    }
  }

  /** Moves a particle by the sum of all threads' forces, which are taken away. */
  void move(int i) {
    double[] sum = new double[3];
    for (double[] force : forces) {
      for (int axis = 0; axis < 3; axis++) {
        sum[axis] += force[3 * i + axis];
        force[3 * i + axis] = 0;
      }
    }
    particles[i].move(sum[0], sum[1], sum[2]);
  }

  private void work(int number, Barrier barrier) throws InterruptedException {
    for (int step = 0; step < STEPS; step++) {
      for (int i = number; i < particles.length; i += forces.length) {
        attract(i, forces[number]);
      }
      barrier.await();
      int to = Team.share(particles.length, forces.length, number + 1);
      for (int i = Team.share(particles.length, forces.length, number); i < to; i++) {
        move(i);
      }
      barrier.await();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int size = Team.size(args);
    int threads = Team.threads(args);
    MolDyn moldyn = new MolDyn(size, threads);
    Barrier barrier = new Barrier(threads);
    Team.run(threads, number -> moldyn.work(number, barrier));
    double energy = 0;
    for (Particle particle : moldyn.particles) {
      energy += particle.energy();
    }
    Team.report(Double.doubleToLongBits(energy), (long) STEPS * size * (size - 1) / 2);
  }
}
