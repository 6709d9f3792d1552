package io.cosmodrome;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Arrays.stream;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom in core; a broken rule fails with the reason for it. */
@AnalyzeClasses(packages = LayeringTest.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
final class LayeringTest {

  static final String ROOT = "io.cosmodrome";

  @ArchTest
  static final ArchRule trace_knowsNoOtherPackage =
      onlyKnows("trace")
          .because(
              "events are the language that all packages share, so it depends on none of them");

  @ArchTest
  static final ArchRule format_knowsOnlyTrace =
      onlyKnows("format", "trace")
          .because("a format never sees a checker: formats and checkers meet in the event sink");

  @ArchTest
  static final ArchRule check_knowsOnlyTrace =
      onlyKnows("check", "trace")
          .because("a checker never sees a format: it judges events, wherever they come from");

  @ArchTest
  static final ArchRule predict_knowsOnlyTraceAndCheck =
      onlyKnows("predict", "trace", "check")
          .because("a prediction reorders events and is judged by a checker, and needs no more");

  @ArchTest
  static final ArchRule spec_knowsOnlyTrace =
      onlyKnows("spec", "trace")
          .because("which blocks should be atomic is said without knowing how that is checked");

  @ArchTest
  static final ArchRule generate_knowsOnlyTrace =
      onlyKnows("generate", "trace")
          .because("a generator that knew the checkers could not be used to test them");

  @ArchTest
  static final ArchRule packages_haveNoCycles =
      slices()
          .matching(ROOT + ".(*)..")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true)
          .because("data flows one way, and only analysis wires the packages together");

  @ArchTest
  static final ArchRule core_neverPrints =
      noClasses()
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(Throwable.class, "printStackTrace")
          .allowEmptyShould(true)
          .because("core returns values; only the command line prints");

  @ArchTest
  static final ArchRule core_neverExits =
      noClasses()
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class)
          .allowEmptyShould(true)
          .because("core runs inside other programs; only the command line ends the process");

  @ArchTest
  static final ArchRule core_neverLogs =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.logging..")
          .allowEmptyShould(true)
          .because("a result that matters is returned, and one that does not is not written down");

  /** Within Cosmodrome, the classes of a package know only that package and the given ones. */
  private static ArchRule onlyKnows(String name, String... known) {
    String[] allowed = stream(known).map(other -> ROOT + "." + other + "..").toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(ROOT + "." + name + "..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(ROOT + "..")
                .and(resideOutsideOfPackages(ROOT + "." + name + ".."))
                .and(resideOutsideOfPackages(allowed)))
        .allowEmptyShould(true);
  }
}
