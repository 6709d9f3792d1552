import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Libraries that write all fields of an object, found by reflection, write the same fields; whether
 * they are instrumented themselves or not. (The tests run this both ways.)
 */
public final class Json {
  /** All kinds of fields that have a shadow. */
  static class Base {
    private int number = 1;
    protected long wide = 2;
    volatile boolean flag;
    transient int left;
    static int shared = 5;

    void change() {
      number++;
      wide += number;
      flag = !flag;
      left++;
      shared++;
    }
  }

  static final class Order extends Base {
    private String name = "first";
    private int[] numbers = {1, 2, 3};
    private List<Order> parts = new ArrayList<>();
    private Map<String, Double> prices = new TreeMap<>();

    @Override
    void change() {
      super.change();
      name += "!";
      numbers[0]++;
      prices.put(name, 1.5);
    }
  }

  record Point(int x, int y) {}

  private static Order order() {
    Order order = new Order();
    order.parts.add(new Order());
    order.change();
    return order;
  }

  private static String withGson() {
    Gson gson = new Gson();
    String text = gson.toJson(order());
    Order read = gson.fromJson(text, Order.class);
    read.change();
    return text + "\n" + gson.toJson(read) + "\n" + gson.toJson(new Point(1, 2));
  }

  private static String withJackson() throws Exception {
    ObjectMapper mapper =
        new ObjectMapper()
            .setVisibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
            .setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
    String text = mapper.writeValueAsString(order());
    Order read = mapper.readValue(text, Order.class);
    read.change();
    return text + "\n" + mapper.writeValueAsString(read);
  }

  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  System.out.println(withGson());
                  System.out.println(withJackson());
                } catch (Exception e) {
                  System.out.println(e);
                }
              });
      thread.start();
      thread.join();
    }
  }
}
