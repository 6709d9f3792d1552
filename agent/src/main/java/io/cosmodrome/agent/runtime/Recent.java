package io.cosmodrome.agent.runtime;

import io.cosmodrome.check.DontInline;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a thread has used lately of all that is found by identity: arrays, objects that are
 * variables, variable handles, concurrent maps. Each has a place by its hash; what is not there is
 * looked up in the table that all threads share.
 *
 * <p>Used by its thread alone. It keeps what is remembered of an object, never the object itself.
 */
final class Recent {
  private static final int ARRAYS = 256; // at first
  private static final int MAX_ARRAYS = 1 << 13;
  private static final int OBJECTS = 256;
  private static final int HANDLES = 64;
  private static final int MAPS = 16;

  private static final ArrayView[] NO_ARRAYS = new ArrayView[ARRAYS];
  private static final ObjectShadow[] NO_OBJECTS = new ObjectShadow[OBJECTS];

  static {
    Arrays.fill(NO_ARRAYS, ArrayView.NONE);
    Arrays.fill(NO_OBJECTS, ObjectShadow.NONE);
  }

  private final MonitoredThread me;
  private ArrayView[] arrays = NO_ARRAYS; // the thread's own once it uses an array
  private final LoneArrays lone;
  private int missedArrays; // since there are as many places as there are
  private ObjectShadow[] objects = NO_OBJECTS; // likewise
  private Handles.@Nullable Known @Nullable [] handles; // once the thread uses one
  private @Nullable MapKeys @Nullable [] maps; // likewise
  final Handles.FieldCell fieldCell = new Handles.FieldCell(); // in hand

  Recent(MonitoredThread me) {
    this.me = me;
    this.lone = new LoneArrays(me, this);
  }

  /** The thread's view of an array. */
  ArrayView viewOf(Object array) {
    ArrayView[] cache = arrays;
    ArrayView view = cache[System.identityHashCode(array) & (cache.length - 1)];
    return view.array.refersTo(array) ? view : viewOfSlow(array);
  }

  @DontInline
  private ArrayView viewOfSlow(Object array) {
    lone.dropSome();
    return lookUp(array);
  }

  private ArrayView lookUp(Object array) {
    IdentityTable<ArrayState> all = me.runtime().arrays;
    ArrayState state = all.get(array);
    ArrayView view = state.find(me.slot());
    if (view != null) {
      missed();
    }
    while (view == null) {
      view = state.add(me.slot());
      if (view == null) {
        all.remove(state); // its thread has dropped it and is about to do so
        state = all.get(array);
      } else if (view.next == null) {
        lone.add(view);
      }
    }
    if (arrays == NO_ARRAYS) {
      arrays = NO_ARRAYS.clone();
    }
    arrays[state.hash & (arrays.length - 1)] = view;
    return view;
  }

  /**
   * The thread's view of an array that it had another view of. Nothing is dropped here: a loop that
   * stores to words blindly may be in the midst of doing so.
   */
  ArrayView viewAgain(ArrayState dropped) {
    Object array = dropped.get();
    return array == null ? ArrayView.NONE : lookUp(array);
  }

  /** Forgets a view that was dropped. */
  void forget(ArrayView view) {
    int position = view.array.hash & (arrays.length - 1);
    if (arrays[position] == view) {
      arrays[position] = ArrayView.NONE;
    }
  }

  /** Another view would have been found in more places than there are. */
  private void missed() {
    if (missedArrays++ > 4 * arrays.length && arrays.length < MAX_ARRAYS) {
      cacheMoreArrays();
    }
  }

  private void cacheMoreArrays() {
    ArrayView[] more = new ArrayView[2 * arrays.length];
    Arrays.fill(more, ArrayView.NONE);
    for (ArrayView view : arrays) {
      more[view.array.hash & (more.length - 1)] = view;
    }
    arrays = more;
    missedArrays = 0;
  }

  /** What is remembered of an array, or of an object that stands for one variable or several. */
  Cell cellOf(Object object) {
    if (object.getClass().isArray()) {
      return viewOf(object);
    }
    int position = System.identityHashCode(object) & (OBJECTS - 1);
    ObjectShadow shadow = objects[position];
    return shadow.refersTo(object) ? shadow : cellOfSlow(object, position);
  }

  @DontInline
  private ObjectShadow cellOfSlow(Object object, int position) {
    if (objects == NO_OBJECTS) {
      objects = NO_OBJECTS.clone();
    }
    objects[position] = me.runtime().objects.get(object);
    return objects[position];
  }

  /** What is known of a variable handle or a field updater. */
  Handles.Known handle(Object handle, IdentityTable<Handles.Known> all) {
    Handles.@Nullable Known[] cache = handles;
    if (cache == null) {
      cache = new Handles.Known[HANDLES];
      handles = cache;
    }
    int position = System.identityHashCode(handle) & (HANDLES - 1);
    Handles.Known known = cache[position];
    if (known == null || !known.refersTo(handle)) {
      known = all.get(handle);
      cache[position] = known;
    }
    return known;
  }

  /** What is known of a concurrent map or set, if it was used lately. */
  @Nullable MapKeys map(Object map) {
    @Nullable MapKeys[] cache = maps;
    MapKeys keys = cache == null ? null : cache[System.identityHashCode(map) & (MAPS - 1)];
    return keys != null && keys.refersTo(map) ? keys : null;
  }

  /** What is known of a concurrent map or set, which now is used. */
  MapKeys map(Object map, IdentityTable<MapKeys> all) {
    @Nullable MapKeys[] cache = maps;
    if (cache == null) {
      cache = new MapKeys[MAPS];
      maps = cache;
    }
    MapKeys keys = all.get(map);
    cache[keys.hash & (MAPS - 1)] = keys;
    return keys;
  }
}
