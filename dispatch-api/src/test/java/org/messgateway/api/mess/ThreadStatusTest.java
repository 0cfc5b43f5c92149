package org.messgateway.api.mess;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadStatusTest {

  /** Folder of each status; who is on it; whether threads that wait for it may go. */
  @ParameterizedTest
  @CsvSource({
    "pending, state=received, free",
    "claimed, state=executing, taken",
    "in_progress, state=executing, taken",
    "waiting, state=executing, taken",
    "held, state=executing, taken",
    "needs_input, state=executing, taken",
    "needs_confirmation, state=executing, taken",
    "retrying, state=executing, taken",
    "completed, state=finished, succeeded",
    "partial, state=finished, succeeded",
    "failed, state=canceled, ended",
    "declined, state=canceled, ended",
    "cancelled, state=canceled, ended",
    "expired, state=canceled, ended",
    "delegated, state=canceled, ended",
    "superseded, state=canceled, ended"
  })
  void eachStatusHasItsFolderAndItsMeaning(String code, String folder, String meaning) {
    ThreadStatus status = ThreadStatus.of(code).orElseThrow();
    assertEquals(code, status.code());
    assertEquals(folder, status.folder().directory());
    assertEquals(meaning.equals("taken"), status.taken());
    assertEquals(Set.of("ended", "succeeded").contains(meaning), status.ended());
    assertEquals(meaning.equals("succeeded"), status.succeeded());
  }

  @Test
  void theTableAboveIsWhole() {
    assertEquals(16, ThreadStatus.values().length);
    Set<ThreadFolder> used = new TreeSet<>();
    Arrays.stream(ThreadStatus.values()).map(ThreadStatus::folder).forEach(used::add);
    assertEquals(new TreeSet<>(Arrays.asList(ThreadFolder.values())), used);
  }

  @ParameterizedTest
  @CsvSource({
    "in-progress, IN_PROGRESS",
    "In-Progress, IN_PROGRESS",
    "IN_PROGRESS, IN_PROGRESS",
    "needs-input, NEEDS_INPUT",
    "Needs_Confirmation, NEEDS_CONFIRMATION",
    "canceled, CANCELLED",
    "Canceled, CANCELLED",
    "cancelled, CANCELLED",
    "rejected, DECLINED",
    "received, PENDING",
    "' pending ', PENDING",
    "COMPLETED, COMPLETED"
  })
  void spellingsOfTheWildMeanWhatTheyMean(String written, ThreadStatus meant) {
    assertEquals(Optional.of(meant), ThreadStatus.of(written));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "done", "in progress", "complete", "pending.", "état", "null"})
  void anUnknownCodeIsNoStatus(String written) {
    assertEquals(Optional.empty(), ThreadStatus.of(written));
  }

  @ParameterizedTest
  @EnumSource(ThreadStatus.class)
  void whatIsWrittenIsReadBackInEveryCountry(ThreadStatus status) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.of("tr", "TR"));
      assertEquals(Optional.of(status), ThreadStatus.of(status.name()));
      assertEquals(Optional.of(status), ThreadStatus.of(status.code()));
    } finally {
      Locale.setDefault(before);
    }
  }
}
