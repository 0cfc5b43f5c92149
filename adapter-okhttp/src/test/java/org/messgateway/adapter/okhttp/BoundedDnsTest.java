package org.messgateway.adapter.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.messgateway.testkit.WaitFor;

class BoundedDnsTest {

  private static final List<InetAddress> HOME = List.of(InetAddress.ofLiteral("127.0.0.1"));
  private static final Duration LONG = Duration.ofSeconds(10);

  @Test
  void aNameIsLookedUp() throws UnknownHostException {
    assertEquals(HOME, new BoundedDns(_ -> HOME, LONG).lookup("robot"));
  }

  @Test
  void anUnknownNameIsUnknownAndAskedForAgainNextTime() throws UnknownHostException {
    AtomicInteger asked = new AtomicInteger();
    BoundedDns dns =
        new BoundedDns(
            host -> {
              if (asked.incrementAndGet() == 1) {
                throw new UnknownHostException(host);
              }
              return HOME;
            },
            LONG);
    assertThrows(UnknownHostException.class, () -> dns.lookup("robot"));
    assertEquals(HOME, dns.lookup("robot"));
  }

  @Test
  void whoAsksDoesNotWaitBeyondTheLimitAndTheHangingLookupIsNotDoubled() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    BoundedDns dns = new BoundedDns(_ -> hanging(asked, end), Duration.ofMillis(50));
    for (int i = 0; i < 3; i++) {
      UnknownHostException failure =
          assertThrows(UnknownHostException.class, () -> dns.lookup("robot"));
      assertInstanceOf(InterruptedIOException.class, failure.getCause());
    }
    assertEquals(1, asked.get());
    end.countDown();
    WaitFor.until(() -> asked(dns, asked) > 1, LONG, () -> "a later lookup asks again");
  }

  private static int asked(BoundedDns dns, AtomicInteger asked) {
    try {
      assertEquals(HOME, dns.lookup("robot"));
      return asked.get();
    } catch (UnknownHostException stillHanging) {
      return 0;
    }
  }

  @Test
  void manyWhoAskForOneNameShareOneLookup() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    BoundedDns dns = new BoundedDns(_ -> hanging(asked, end), LONG);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<InetAddress>>> all = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        all.add(threads.submit(() -> dns.lookup("robot")));
      }
      WaitFor.until(() -> asked.get() == 1, LONG, () -> "the lookup starts");
      end.countDown();
      for (Future<List<InetAddress>> one : all) {
        assertEquals(HOME, one.get(10, TimeUnit.SECONDS));
      }
    }
    assertTrue(asked.get() < 100, "asked " + asked);
  }

  private static List<InetAddress> hanging(AtomicInteger asked, CountDownLatch end) {
    asked.incrementAndGet();
    try {
      assertTrue(end.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return HOME;
  }
}
