/** Names that do not fit into a line. */
final class LongNames {
  private int aFieldWithANameThatIsMuchTooLongToBeShownInALaneOfTheReportNextToAnotherOneOfTheSameLength;

  void aMethodWithANameThatIsMuchTooLongToBeShownInTheHeadlineOfAFindingTogetherWithItsPlaceAndCount() { // VIOLATION LongNames.aMethodWithANameThatIsMuchTooLongToBeShownInTheHeadlineOfAFindingTogetherWithItsPlaceAndCount
    int read =
        aFieldWithANameThatIsMuchTooLongToBeShownInALaneOfTheReportNextToAnotherOneOfTheSameLength;
    Schedule.reach(1);
    Schedule.await(2);
    aFieldWithANameThatIsMuchTooLongToBeShownInALaneOfTheReportNextToAnotherOneOfTheSameLength =
        read + 1;
  }

  public static void main(String[] args) throws InterruptedException {
    LongNames program = new LongNames();
    Thread one =
        new Thread(
            program
                ::aMethodWithANameThatIsMuchTooLongToBeShownInTheHeadlineOfAFindingTogetherWithItsPlaceAndCount,
            "a thread");
    one.start();
    Schedule.await(1);
    program
            .aFieldWithANameThatIsMuchTooLongToBeShownInALaneOfTheReportNextToAnotherOneOfTheSameLength =
        5;
    Schedule.reach(2);
    one.join();
  }
}
