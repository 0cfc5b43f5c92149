package org.messgateway.adapter.sms;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers the newest entries up to a number. Thread-safe. */
final class BoundedMemory<V> {

  private final LinkedHashMap<String, V> values = new LinkedHashMap<>();
  private final int most;

  BoundedMemory(int most) {
    this.most = most;
  }

  synchronized void put(String key, V value) {
    values.remove(key);
    values.put(key, value);
    if (values.size() > most) {
      Map.Entry<String, V> oldest = values.firstEntry();
      values.remove(oldest.getKey());
    }
  }

  synchronized @Nullable V get(String key) {
    return values.get(key);
  }

  synchronized boolean has(String key) {
    return values.containsKey(key);
  }
}
