package io.cosmodrome.bench.workloads;

import io.cosmodrome.bench.Numbers;
import io.cosmodrome.bench.Team;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat with a servlet that keeps a count in the client's session, and clients that ask it through
 * the loopback interface, one session each. Size: requests per thread.
 */
public final class TomcatRequests {
  private static final Logger LOG = Logger.getLogger("org.apache"); // held, so that its level stays

  private TomcatRequests() {}

  /** Adds a parameter to a sum in the session and answers with the sum and the number of calls. */
  private static final class Summing extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      Object before = session.getAttribute("sum");
      long sum = Long.parseLong(request.getParameter("add")) + (before == null ? 0 : (Long) before);
      session.setAttribute("sum", sum);
      response.setContentType("text/plain");
      response.getWriter().println(request.getHeader("X-Client") + " has " + sum);
    }
  }

  /** One client, with its session. */
  private static final class Client {
    private final int port;
    private final String name;
    private @Nullable String cookie;

    Client(int port, String name) {
      this.port = port;
      this.name = name;
    }

    String ask(int add) throws IOException {
      URI uri = URI.create("http://localhost:" + port + "/sum?add=" + add);
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setRequestProperty("X-Client", name);
      if (cookie != null) {
        connection.setRequestProperty("Cookie", cookie);
      }
      try (InputStream body = connection.getInputStream()) {
        String given = connection.getHeaderField("Set-Cookie");
        if (given != null) {
          cookie = given.split(";", 2)[0];
        }
        return new String(body.readAllBytes(), StandardCharsets.UTF_8);
      }
    }

    /** Returns a checksum of all answers. */
    long askOften(int times) throws IOException {
      Numbers random = new Numbers(name.hashCode());
      long checksum = 0;
      for (int i = 0; i < times; i++) {
        checksum += Numbers.mix(ask(random.below(1_000)).hashCode());
      }
      return checksum;
    }
  }

  public static void main(String[] args) throws Exception {
    int size = Team.size(args);
    int threads = Team.threads(args);
    LOG.setLevel(Level.WARNING);
    Path directory = Files.createTempDirectory("tomcat");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(directory.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
    Context context = tomcat.addContext("", directory.toString());
    Tomcat.addServlet(context, "summing", new Summing()).addMapping("/sum");
    tomcat.start();
    int port = tomcat.getConnector().getLocalPort();
    AtomicLong checksum = new AtomicLong();
    Team.run(
        threads, number -> checksum.addAndGet(new Client(port, "client-" + number).askOften(size)));
    tomcat.stop();
    tomcat.destroy();
    delete(directory);
    Team.report(checksum.get(), (long) size * threads);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
