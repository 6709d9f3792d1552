import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Reflection and serialization see the classes as they were written. */
final class Reflection {
  interface Described extends Serializable {
    default String description() {
      return getClass().getSimpleName() + "!";
    }
  }

  static class Plain implements Described {
    int number = 3;
    transient int hidden = 4;
    static int shared;

    void method() {
      number++;
      hidden++;
    }
  }

  static final class WithVersion extends Plain {
    private static final long serialVersionUID = 42;
    String text = "text";
  }

  static class CopiedBase implements Cloneable {
    long wide = 5;
  }

  static final class Copied extends CopiedBase {
    int number = 1;
    int[] array = {1, 2};

    @Override
    public Copied clone() {
      try {
        Copied copy = (Copied) super.clone();
        copy.array = array.clone();
        return copy;
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Object throughBytes(Object object) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    System.out.println(bytes.size());
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  private static void all() throws ReflectiveOperationException, IOException {
    for (Class<?> type : new Class<?>[] {Plain.class, WithVersion.class}) {
      Field[] fields = type.getDeclaredFields();
      System.out.println(Arrays.toString(Arrays.stream(fields).map(Field::getName).toArray()));
      Method[] methods = type.getDeclaredMethods();
      System.out.println(Arrays.toString(Arrays.stream(methods).map(Method::getName).toArray()));
      System.out.println(type.getMethods().length + " " + type.getFields().length);
      System.out.println(ObjectStreamClass.lookup(type).getSerialVersionUID());
    }
    WithVersion object = new WithVersion();
    object.method();
    Field number = Plain.class.getDeclaredField("number");
    number.setInt(object, number.getInt(object) + 10);
    WithVersion copy = (WithVersion) throughBytes(object);
    System.out.println(copy.number + copy.text + copy.hidden);
    Plain plain = (Plain) throughBytes(new Plain());
    System.out.println(plain.number + " " + plain.hidden);
    Copied first = new Copied();
    Copied second = first.clone();
    second.number = 9;
    second.wide++;
    second.array[0] = 8;
    System.out.println(first.number + " " + first.array[0] + " " + second.number + first.wide);
    Plain.class.getDeclaredMethod("method").invoke(plain);
    System.out.println(plain.number);
  }

  public static void main(String[] args) throws Exception {
    System.out.println(new Plain().description());
    all();
    Thread thread =
        new Thread(
            () -> {
              try {
                all();
              } catch (ReflectiveOperationException | IOException e) {
                System.out.println(e);
              }
            });
    thread.start();
    thread.join();
  }
}
