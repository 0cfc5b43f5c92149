package org.messgateway.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectIteration;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.messgateway.api.AdapterProvider;

/** A bad adapter does not pass: every mistake is found by the test that is there for it. */
class TheContractBitesTest {

  private static final String FAULTS =
      "everyFaultHasItsOutcomeAfterOneRequestWithinTheLimit(org.messgateway.testkit.Fault)";

  static class Good extends TinyContractTest {}

  static class Retrying extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.Retries::new);
    }
  }

  static class Blabbing extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.Blabs::new);
    }
  }

  static class LoggingItsSecret extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.LogsItsSecret::new);
    }
  }

  static class LoggingLinks extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.LogsLinks::new);
    }
  }

  static class LeavingAThread extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.LeavesAThread::new);
    }
  }

  static class NeverClosing extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.NeverCloses::new);
    }
  }

  static class FollowingRedirects extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.FollowsRedirects::new);
    }
  }

  static class WithoutDeadline extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.HasNoDeadline::new);
    }
  }

  static class ReadingItAll extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.ReadsItAll::new);
    }
  }

  static class Optimistic extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.Optimist::new);
    }
  }

  static class Repeating extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.Repeats::new);
    }
  }

  static class Throwing extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.Throws::new);
    }
  }

  static class SureOfItself extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.SureOfItself::new);
    }
  }

  static class ForgettingTheInterrupt extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.ForgetsTheInterrupt::new);
    }
  }

  static class OneAtATime extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.OneAtATime::new);
    }
  }

  static class WithTextsInHeaders extends TinyContractTest {
    @Override
    protected AdapterProvider provider() {
      return new TinyProvider(BadAdapters.HeadersFromTexts::new);
    }
  }

  @Test
  void aGoodOnePassesThroughTheSameDoor() {
    assertEquals(List.of(), failuresOf(Good.class, "aMessageThatIsTakenIsDelivered"));
  }

  @Test
  void oneThatRetriesByItselfIsFoundOut() {
    found(Retrying.class, Fault.UNAVAILABLE_503, "requests");
  }

  @Test
  void oneThatSaysItsTokenInAnOutcomeIsFoundOut() {
    found(Blabbing.class, Fault.SERVER_ERROR_500, "gives away the secret token");
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
    found(FollowingRedirects.class, Fault.REDIRECT_307, "requests");
  }

  @Test
  void oneThatWaitsTooLongIsFoundOut() {
    found(WithoutDeadline.class, Fault.HANGING, "the limit is PT1S");
  }

  @Test
  void oneThatReadsAHugeAnswerToItsEndIsFoundOut() {
    found(ReadingItAll.class, "aHugeAnswerIsNotReadToItsEnd", "bytes were taken");
  }

  @Test
  void oneThatTakesEveryAnswerForASuccessIsFoundOut() {
    found(Optimistic.class, Fault.SERVER_ERROR_500, "must not count as delivered");
  }

  @Test
  void oneThatRepeatsWhatTheServiceSaidIsFoundOut() {
    found(Repeating.class, "whatACarelessServerSaysBackIsNotPassedOn(int)", "gives away");
  }

  @Test
  void oneThatThrowsIsFoundOut() {
    found(Throwing.class, Fault.RESET_AFTER_READING, "threw instead of answering");
  }

  @Test
  void oneThatCallsASentRequestUnsentIsFoundOut() {
    found(SureOfItself.class, Fault.RESET_AFTER_READING, "the reach must be");
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

  private static void found(Class<?> bad, Fault fault, String words) {
    DiscoverySelector one =
        selectIteration(
            selectMethod(bad.getName() + "#" + FAULTS), List.of(Fault.values()).indexOf(fault));
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
