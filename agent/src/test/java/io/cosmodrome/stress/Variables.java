package io.cosmodrome.stress;

/** Some variables of all kinds, by number. */
public interface Variables {
  int COUNT = 16;

  int get(int variable);

  void set(int variable, int value);
}
