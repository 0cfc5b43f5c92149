package org.messgateway.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.Secret;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.Settings;

class DescribedSettingsTest {

  private static Settings one(SettingKind kind, Object written) {
    return DescribedSettings.of(
        List.of(SettingDescription.required("it", kind, "x")), Map.of("it", written));
  }

  @Test
  void everyKindBecomesWhatItsDescriptionPromises() {
    assertEquals(Optional.of("a"), one(SettingKind.TEXT, "a").text("it"));
    assertEquals(Optional.of(Secret.of("a")), one(SettingKind.SECRET, "a").secret("it"));
    assertEquals(List.of(Secret.of("a")), one(SettingKind.SECRETS, "a").secrets("it"));
    assertEquals(2, one(SettingKind.SECRETS, List.of("a", "b")).secrets("it").size());
    assertEquals(Optional.of(5L), one(SettingKind.INTEGER, "5").integer("it"));
    assertEquals(Optional.of(true), one(SettingKind.BOOLEAN, true).flag("it"));
    assertEquals(Optional.of(URI.create("http://x")), one(SettingKind.URL, "http://x").url("it"));
    assertEquals(List.of("a", "b"), one(SettingKind.TEXTS, List.of("a", "b")).texts("it"));
    assertEquals(Map.of("a", "b"), one(SettingKind.MAP, Map.of("a", "b")).map("it"));
  }

  @ParameterizedTest
  @CsvSource({"90s,PT90S", "2h30m,PT2H30M", "1d,PT24H", "PT5M,PT5M", "pt5m,PT5M"})
  void durationsAreReadInBothForms(String written, Duration duration) {
    assertEquals(Optional.of(duration), one(SettingKind.DURATION, written).duration("it"));
  }

  @ParameterizedTest
  @CsvSource({"262144,262144", "256KiB,262144", "1MiB,1048576", "2 GiB,2147483648", "7B,7"})
  void sizesAreReadInBothForms(String written, long bytes) {
    assertEquals(Optional.of(bytes), one(SettingKind.SIZE, written).integer("it"));
  }

  @Test
  void defaultsAreFilledIn() {
    Settings settings =
        DescribedSettings.of(
            List.of(SettingDescription.withDefault("it", SettingKind.SIZE, "1KiB", "x")), Map.of());
    assertEquals(Optional.of(1024L), settings.integer("it"));
  }

  @Test
  void whatIsMissingOrUnknownIsRefused() {
    List<SettingDescription> required =
        List.of(SettingDescription.required("it", SettingKind.TEXT, "x"));
    IllegalArgumentException missing =
        assertThrows(
            IllegalArgumentException.class, () -> DescribedSettings.of(required, Map.of()));
    assertTrue(String.valueOf(missing.getMessage()).contains("it is required"));
    assertThrows(
        IllegalArgumentException.class,
        () -> DescribedSettings.of(required, Map.of("it", "a", "that", "b")));
  }
}
