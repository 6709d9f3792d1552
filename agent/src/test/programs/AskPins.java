// UNKNOWN: nothing runs
import java.lang.reflect.Field;

/** Says, if it is asked to, whether the agent can pin virtual threads to their carriers. */
final class AskPins {
  public static void main(String[] args) throws ReflectiveOperationException {
    if (args.length > 0) {
      Class<?> pins = Class.forName("io.cosmodrome.agent.runtime.Pins", true, null);
      Field pin = pins.getDeclaredField("PIN");
      pin.setAccessible(true);
      System.out.println(pin.get(null) != null);
    }
  }
}
