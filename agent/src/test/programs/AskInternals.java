// UNKNOWN: nothing runs
import java.lang.reflect.Field;

/** Says of a class of the runtime and a static field whether the agent found what it is for. */
final class AskInternals {
  public static void main(String[] args) throws ReflectiveOperationException {
    if (args.length > 0) {
      Class<?> type = Class.forName("io.cosmodrome.agent.runtime." + args[0], true, null);
      Field field = type.getDeclaredField(args[1]);
      field.setAccessible(true);
      System.out.println(field.get(null) != null);
    }
  }
}
