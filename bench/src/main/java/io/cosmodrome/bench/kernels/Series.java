package io.cosmodrome.bench.kernels;

import io.cosmodrome.bench.Team;

/** Fourier coefficients of (x + 1)^x, by integration. Size: coefficients. Hardly any accesses. */
public final class Series {
  private static final int INTERVALS = 1000;

  private final double[] cosines;
  private final double[] sines;

  private Series(int size) {
    cosines = new double[size];
    sines = new double[size];
  }

  private static double integral(int n, boolean sine) {
    double step = 2.0 / INTERVALS;
    double sum = 0;
    for (int i = 0; i <= INTERVALS; i++) {
      double x = i * step;
      double wave = sine ? Math.sin(Math.PI * n * x) : Math.cos(Math.PI * n * x);
      sum += (i == 0 || i == INTERVALS ? 0.5 : 1) * Math.pow(x + 1, x) * wave;
    }
    return sum * step;
  }

  void compute(int n) {
    cosines[n] = integral(n, false);
    sines[n] = integral(n, true);
  }

  private void work(int number, int threads) {
    for (int n = number; n < cosines.length; n += threads) {
      compute(n);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int threads = Team.threads(args);
    Series series = new Series(Team.size(args));
    Team.run(threads, number -> series.work(number, threads));
    // rounded, because Java allows sines to differ in the last bit from call to call
    long checksum = 0;
    for (int n = 0; n < series.cosines.length; n++) {
      checksum += Math.round(1e6 * series.cosines[n]) + Math.round(1e6 * series.sines[n]);
    }
    Team.report(checksum, series.cosines.length);
  }
}
