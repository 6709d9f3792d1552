import java.util.concurrent.Semaphore;

/** Makes the unlucky moment come in every run. Cosmodrome is told not to look at this class. */
final class Moment {
  private static final Semaphore ON_ITS_WAY = new Semaphore(0);
  private static final Semaphore AUDITED = new Semaphore(0);

  private Moment() {}

  static void moneyIsOnItsWay() {
    ON_ITS_WAY.release();
    AUDITED.acquireUninterruptibly();
  }

  static void beforeAudit() {
    ON_ITS_WAY.acquireUninterruptibly();
  }

  static void afterAudit() {
    AUDITED.release();
  }
}
