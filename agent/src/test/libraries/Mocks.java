import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.mockito.MockedStatic;

/** Mocks of final classes, spies and mocked static methods, beside a violation. */
public final class Mocks {
  /** To be mocked. */
  public static final class Rates {
    private int calls;

    public int rate(String currency) {
      calls++;
      return currency.length();
    }

    public static int base() {
      return 7;
    }
  }

  /** Uses it. */
  public static final class Account {
    private final Rates rates;
    private int balance;

    Account(Rates rates) {
      this.rates = rates;
    }

    void add(String currency) { // VIOLATION Mocks$Account.add
      int before = balance;
      Schedule.pause();
      balance = before + rates.rate(currency);
    }

    synchronized void addAtOnce(String currency) {
      balance += rates.rate(currency);
    }
  }

  public static void main(String[] args) {
    Rates mocked = mock(Rates.class);
    when(mocked.rate("EUR")).thenReturn(100);
    Account account = new Account(mocked);
    Schedule.between(() -> account.add("EUR"), () -> account.addAtOnce("EUR"));
    System.out.println(account.balance);
    verify(mocked, org.mockito.Mockito.times(2)).rate("EUR");
    Rates spied = spy(new Rates());
    Account other = new Account(spied);
    Schedule.between(Schedule::pause, () -> other.addAtOnce("francs"));
    verify(spied).rate("francs");
    System.out.println(other.balance + " " + spied.calls);
    try (MockedStatic<Rates> statics = mockStatic(Rates.class)) {
      statics.when(Rates::base).thenReturn(8);
      System.out.println(Rates.base());
    }
    System.out.println(Rates.base() + " " + new Rates().rate("x"));
  }
}
