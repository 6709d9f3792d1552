package io.cosmodrome.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

final class ReproductionTest {
  private static String command(String arguments, String... jvm) throws UsageException {
    Properties properties = new Properties();
    for (int i = 0; i < jvm.length; i += 2) {
      properties.setProperty(jvm[i], jvm[i + 1]);
    }
    AgentOptions options = AgentOptions.parse(arguments, Map.of(), Map.of());
    return Reproduction.command(options, properties);
  }

  @Test
  void command_hasThePathAndTheProgramWithItsArguments() throws Exception {
    assertThat(command("", "java.class.path", "a b:c", "sun.java.command", "com.acme.Main 3 4"))
        .isEqualTo("cosmodrome run -- java -cp 'a b:c' com.acme.Main 3 4");
    assertThat(command("", "java.class.path", "app.jar", "sun.java.command", "app.jar x"))
        .isEqualTo("cosmodrome run -- java -jar app.jar x");
    assertThat(
            command(
                "",
                "jdk.module.main",
                "acme",
                "jdk.module.path",
                "mods",
                "sun.java.command",
                "acme/com.acme.Main"))
        .isEqualTo("cosmodrome run -- java -p mods -m acme/com.acme.Main");
  }

  @Test
  void command_hasTheOptionsThatChangeWhatIsSeen() throws Exception {
    String options = "include=com.acme.**,strict=true,verbose=true,output=out,arrays=object";

    assertThat(command(options, "sun.java.command", "Main"))
        .isEqualTo(
            "cosmodrome run --include='com.acme.**' --arrays=object --strict -- java -cp '' Main");
  }

  @Test
  void command_ofARunThatLeftSomethingToChance_hasTheSeed() throws Exception {
    assertThat(command("sample=5%,seed=42")).contains(" --sample=5% --seed=42 -- ");
    assertThat(command("budget=5%")).containsPattern(" --budget=5% --seed=\\d+ -- ");
    assertThat(command("seed=42")).doesNotContain("seed");
  }

  @Test
  void command_ofARunCheckedBesideTheProgram_checksBesideItAgain() throws Exception {
    assertThat(command("runtime=async")).contains("-- java -Dcosmodrome.runtime=async ");
    assertThat(command("runtime=async,engine=velodrome"))
        .contains("--engine=velodrome")
        .doesNotContain("runtime");
  }
}
