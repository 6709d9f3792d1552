package io.cosmodrome.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "com.acme.Bank; com.acme.Bank",
        "com.acme.*; com.acme.Bank",
        "com.acme.*; com.acme.Bank$Account",
        "org.acme.**; org.acme.Bank",
        "org.acme.**; org.acme.bank.deep.Bank",
        "*Test; BankTest",
        "*Test; com.acme.BankTest",
        "com.acme.Bank.transfer(**); com.acme.Bank.transfer()",
        "com.acme.Bank.transfer(**); com.acme.Bank.transfer(com.acme.Account,int)",
        "com.acme.Bank.transfer(**); com.acme.Bank.transfer",
        "com.acme.Bank.transfer; com.acme.Bank.transfer(com.acme.Account,int)",
        "com.acme.Bank.*; com.acme.Bank.transfer(com.acme.Account,int)",
        "com.acme.Bank.**; com.acme.Bank.transfer(int)",
        "com.acme.**; com.acme.bank.Bank.transfer(int)",
        "transfer; com.acme.Bank.transfer(com.acme.Account)",
        "transfer(**); com.acme.Bank.transfer(com.acme.Account)",
        "Bank.transfer(*,int); Bank.transfer(com.acme.Account,int)",
        "Bank.transfer(*); Bank.transfer()",
        "Bank.transfer(int,**); Bank.transfer(int,int,int)",
        "**.transfer(**); com.acme.Bank.transfer(int)",
        "Bank.<init>(**); Bank.<init>(int)",
        "T?; T7",
        "*; anything",
        "**; any.thing(at.all,too)",
        "Account#*.balance; Account#2.balance",
        "int[]#7[*]; int[]#7[3]",
        "a*b*c; aXbbYbZc",
        "**a**; b.a.b",
      })
  void matching(String pattern, String name) {
    assertThat(NamePattern.of(pattern).matches(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "com.acme.*; com.acme.bank.Bank",
        "com.acme.*; com.acme",
        "com.acme.*; com.acmeXBank",
        "com.acme.*; com.acme.Bank.transfer(int)",
        "com.acme.**; com.acme",
        "*Test; com.acme.BankTests",
        "*Test; com.Test.Bank",
        "com.acme.Bank.transfer; com.acme.Bank.transferAll()",
        "com.acme.Bank.transfer(); com.acme.Bank.transfer(int)",
        "com.acme.Bank.transfer(); com.acme.Bank.transfer",
        "com.acme.Bank.transfer(*); com.acme.Bank.transfer(int,int)",
        "Bank.transfer(**); com.acme.Bank.transfer(int)",
        "Bank.transfer(**); Bank.transfer(int)#1",
        "transfer(int,**); Bank.transfer(int)",
        "transfer; Bank.Transfer()",
        "T?; T",
        "T?; T10",
        "a?b; a.b",
        "m(?); C.m(int)",
        "a*b*c; aXbbYbZ",
      })
  void notMatching(String pattern, String name) {
    assertThat(NamePattern.of(pattern).matches(name)).isFalse();
  }

  @Test
  void blockWithoutALabel_isMatchedByStarsOnly() {
    assertThat(NamePattern.of("**").matches("")).isTrue();
    assertThat(NamePattern.of("*").matches("")).isTrue();
    assertThat(NamePattern.of("?").matches("")).isFalse();
    assertThat(NamePattern.of("a").matches("")).isFalse();
  }

  @Test
  void hostilePattern_takesNoExponentialTime() {
    assertThat(NamePattern.of("*a".repeat(200) + "b").matches("a".repeat(2000))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; expected a pattern, found nothing",
        "a.***; 'expected * or **, found *** in \"a.***\"'",
        "m(int; 'expected a ) after the ( of \"m(int\"'",
        "m)(; 'expected a ) after the ( of \"m)(\"'",
        "m(int, int); 'expected a pattern without blanks, found \"m(int, int)\"'",
      })
  void notAPattern_isRefusedWithTheReason(String text, String message) {
    assertThatThrownBy(() -> NamePattern.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
