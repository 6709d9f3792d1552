package io.cosmodrome.trace;

import java.util.List;

/** Passes every event on to several sinks; done when all of them are. */
public final class Tee implements EventSink {
  private final EventSink[] sinks;

  public Tee(List<? extends EventSink> sinks) {
    this.sinks = sinks.toArray(new EventSink[0]);
  }

  @Override
  public void event(int op, int thread, int target, int location) {
    for (EventSink sink : sinks) {
      sink.event(op, thread, target, location);
    }
  }

  @Override
  public void events(EventBatch batch) {
    for (EventSink sink : sinks) {
      sink.events(batch);
    }
  }

  @Override
  public void finish() {
    for (EventSink sink : sinks) {
      sink.finish();
    }
  }

  @Override
  public boolean isDone() {
    for (EventSink sink : sinks) {
      if (!sink.isDone()) {
        return false;
      }
    }
    return true;
  }
}
