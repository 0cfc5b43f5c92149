package org.messgateway.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectIteration;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.messgateway.api.AdapterProvider;

/** A bad adapter does not pass: every mistake is found by the test that is there for it. */
@Tag("proof")
class BadAdaptersTest {

  private static final String FAULTS =
      "everyFaultHasItsOutcomeAfterOneRequestWithinTheLimit(org.messgateway.testkit.ServiceFault)";

  static class Good extends ExampleContractTest {}

  static class Retrying extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.Retries::new);
    }
  }

  static class Blabbing extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.Blabs::new);
    }
  }

  static class LoggingItsSecret extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.LogsItsSecret::new);
    }
  }

  static class LoggingLinks extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.LogsLinks::new);
    }
  }

  static class LeavingAThread extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.LeavesAThread::new);
    }
  }

  static class NeverClosing extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.NeverCloses::new);
    }
  }

  static class FollowingRedirects extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.FollowsRedirects::new);
    }
  }

  static class WithoutDeadline extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.HasNoDeadline::new);
    }
  }

  static class ReadingItAll extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.ReadsItAll::new);
    }
  }

  static class Optimistic extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.Optimist::new);
    }
  }

  static class Repeating extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.Repeats::new);
    }
  }

  static class Throwing extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.Throws::new);
    }
  }

  static class SureOfItself extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.SureOfItself::new);
    }
  }

  static class ForgettingTheInterrupt extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.ForgetsTheInterrupt::new);
    }
  }

  static class OneAtATime extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.OneAtATime::new);
    }
  }

  static class WithTextsInHeaders extends ExampleContractTest {
    @Override
    protected AdapterProvider provider() {
      return new ExampleProvider(BadAdapters.HeadersFromTexts::new);
    }
  }

  @Test
  void aGoodOnePassesThroughTheSameDoor() {
    assertEquals(List.of(), failuresOf(Good.class, "aMessageThatIsTakenIsDelivered"));
  }

  @Test
  void oneThatRetriesByItselfIsFoundOut() {
    found(Retrying.class, ServiceFault.UNAVAILABLE_503, "requests");
  }

  @Test
  void oneThatSaysItsTokenInAnOutcomeIsFoundOut() {
    found(Blabbing.class, ServiceFault.SERVER_ERROR_500, "gives away the secret token");
  }

  @Test
  void oneThatLogsItsTokenAtTraceIsFoundOut() {
    found(LoggingItsSecret.class, "aMessageThatIsTakenIsDelivered", "secrets in the log");
  }

  @Test
  void oneThatLogsLinksThroughAnotherLoggingSystemIsFoundOut() {
    found(LoggingLinks.class, "aMessageThatIsTakenIsDelivered", "token of the links");
  }

  @Test
  void oneThatLeavesAThreadIsFoundOut() {
    found(LeavingAThread.class, "afterCloseNoThreadAndNoConnectionIsLeft", "forgotten");
  }

  @Test
  void oneThatLeavesConnectionsIsFoundOut() {
    found(NeverClosing.class, "afterCloseNoThreadAndNoConnectionIsLeft", "connections are still");
  }

  @Test
  void oneThatFollowsRedirectsIsFoundOut() {
    found(FollowingRedirects.class, ServiceFault.REDIRECT_307, "requests");
  }

  @Test
  void oneThatWaitsTooLongIsFoundOut() {
    found(WithoutDeadline.class, ServiceFault.HANGING, "the limit is PT1S");
  }

  @Test
  void oneThatReadsAHugeAnswerToItsEndIsFoundOut() {
    found(ReadingItAll.class, "aHugeAnswerIsNotReadToItsEnd", "bytes were taken");
  }

  @Test
  void oneThatTakesEveryAnswerForASuccessIsFoundOut() {
    found(Optimistic.class, ServiceFault.SERVER_ERROR_500, "must not count as delivered");
  }

  @Test
  void oneThatRepeatsWhatTheServiceSaidIsFoundOut() {
    found(Repeating.class, "whatACarelessServerSaysBackIsNotPassedOn(int)", "gives away");
  }

  @Test
  void oneThatThrowsIsFoundOut() {
    found(Throwing.class, ServiceFault.RESET_AFTER_READING, "threw instead of answering");
  }

  @Test
  void oneThatCallsASentRequestUnsentIsFoundOut() {
    found(SureOfItself.class, ServiceFault.RESET_AFTER_READING, "the reach must be");
  }

  @Test
  void oneThatForgetsTheInterruptIsFoundOut() {
    found(
        ForgettingTheInterrupt.class,
        "anInterruptedAttemptReturnsAtOnceAndKeepsTheFlag",
        "the interrupt flag is set");
  }

  @Test
  void oneThatSendsOneAfterTheOtherIsFoundOut() {
    found(OneAtATime.class, "manyAtOnceDoNotWaitForEachOther", "at once took");
  }

  @Test
  void oneThatPutsTextsIntoHeadersIsFoundOut() {
    found(
        WithTextsInHeaders.class,
        "hostileTextsArriveAsText(org.messgateway.testkit.HostileText)",
        "threw instead of answering");
  }

  private static void found(Class<?> bad, String test, String words) {
    assertSaid(words, failuresOf(bad, test));
  }

  private static void assertSaid(String words, List<String> failures) {
    assertFalse(failures.isEmpty(), "the bad one passed");
    assertTrue(
        failures.stream().anyMatch(failure -> failure.contains(words)),
        () -> "none says '" + words + "': " + failures);
  }

  private static void found(Class<?> bad, ServiceFault fault, String words) {
    DiscoverySelector one =
        selectIteration(
            selectMethod(bad.getName() + "#" + FAULTS),
            List.of(ServiceFault.values()).indexOf(fault));
    assertSaid(words, failuresOf(one));
  }

  private static List<String> failuresOf(Class<?> contract, String test) {
    return failuresOf(selectMethod(contract.getName() + "#" + test));
  }

  private static List<String> failuresOf(DiscoverySelector method) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(LauncherDiscoveryRequestBuilder.request().selectors(method).build(), listener);
    TestExecutionSummary summary = listener.getSummary();
    assertTrue(summary.getTestsStartedCount() > 0, "nothing ran: " + method);
    return summary.getFailures().stream()
        .map(failure -> String.valueOf(failure.getException()))
        .toList();
  }
}
