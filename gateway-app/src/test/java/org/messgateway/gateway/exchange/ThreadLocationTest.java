package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.files.ThreadFileName;

class ThreadLocationTest {

  @ParameterizedTest
  @CsvSource({
    "state=received/2026-11-20-001, RECEIVED, false, 2026-11-20-001, DIRECTORY",
    "state=executing/2026-11-20-001.messe-af.yaml, EXECUTING, false, 2026-11-20-001, FLAT",
    "state=finished/x.messe-af, FINISHED, false, x, FLAT_SHORT",
    "received/2026-11-20-001, RECEIVED, true, 2026-11-20-001, DIRECTORY",
    "canceled/a b%20c.messe-af.yaml, CANCELED, true, a b%20c, FLAT"
  })
  void aPathSaysFolderRefAndForm(
      String path, ThreadFolder folder, boolean plain, String ref, ThreadLayout layout) {
    ThreadLocation location = ThreadLocation.parse(path).orElseThrow();

    assertEquals(
        new ThreadLocation(new StateFolder(folder, plain), new Ref(ref), layout), location);
    assertEquals(path, location.relative());
    assertEquals(Path.of("/x").resolve(path), location.in(Path.of("/x")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "archive/2026-11-20-001",
        "state=received",
        "state=received/.2026.tmp",
        "state=received/2026-11-20-001.messe-af.yaml~",
        "state=received/2026-11-20-001.tmp",
        "state=received/.messe-af.yaml",
        "state=received/a/b",
        "state=cancelled/2026-11-20-001"
      })
  void whatIsNoThreadHasNoPlace(String path) {
    assertEquals(Optional.empty(), ThreadLocation.parse(path));
  }

  @Test
  void aPlaceFitsTheStatusesOfItsFolder() {
    ThreadLocation location = ThreadLocation.parse("received/x").orElseThrow();

    assertTrue(location.fits(ThreadStatus.PENDING));
    assertFalse(location.fits(ThreadStatus.CLAIMED));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "000-x.messe-af.yaml, 0",
        "001-x.messe-af, 1",
        "2026-11-20-001.messe-af.yaml, null",
        "att-001-image-x.jpg, null",
        ".000-x.messe-af.yaml, null",
        "000-x.messe-af.yaml~, null",
        "00-x.messe-af.yaml, null"
      },
      nullValues = "null")
  void documentsAreNumbered(String name, Integer number) {
    assertEquals(Optional.ofNullable(number), ThreadFileName.documentNumber(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "../x", "a/b", "a\\b", ".env", "000-x.messe-af.yaml", "a\u0000"})
  void aNameThatCouldLeadElsewhereIsNoAttachment(String name) {
    assertFalse(ThreadFileName.safeAttachment(name));
  }
}
