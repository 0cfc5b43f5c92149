package org.messgateway.gateway.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/**
 * Whatever stands in {@code config.yaml}, an executor's file or {@code secrets.env}: it is read, or
 * what is wrong is said by file and line, without a secret.
 */
class ConfigFuzz {

  /** Between the files; YAML allows it nowhere. */
  private static final byte NEXT_FILE = 0x1C;

  private static final String SECRET = "xoxb-7c1e90-hidden";

  @TempDir static Path directory;
  private static Home home;

  @BeforeAll
  static void create() throws IOException {
    home = new Home(directory);
    Files.createDirectories(directory.resolve("executors"));
  }

  @FuzzTest
  void load(byte[] input) throws IOException {
    for (byte[] each : EnlargedInput.of(input)) {
      List<byte[]> files = files(each);
      Files.write(directory.resolve("config.yaml"), files.get(0));
      Files.write(directory.resolve("executors/ana.yaml"), files.get(1));
      Files.write(directory.resolve("secrets.env"), files.get(2));
      CostLimit.within(each.length, () -> load(new String(each, UTF_8)));
    }
  }

  private static List<byte[]> files(byte[] input) {
    List<byte[]> files = new ArrayList<>();
    int start = 0;
    for (int at = 0; at < input.length && files.size() < 2; at++) {
      if (input[at] == NEXT_FILE) {
        files.add(Arrays.copyOfRange(input, start, at));
        start = at + 1;
      }
    }
    files.add(Arrays.copyOfRange(input, start, input.length));
    while (files.size() < 3) {
      files.add(new byte[0]);
    }
    return files;
  }

  private static void load(String text) {
    LoadResult loadResult = home.load(environment());
    String report = ConfigReport.of(loadResult);
    switch (loadResult) {
      case LoadResult.Valid valid -> assertFalse(valid.config().toString().isEmpty());
      case LoadResult.Invalid invalid -> assertFalse(invalid.problems().isEmpty());
    }
    loadResult.warnings().forEach(ConfigFuzz::assertSaysWhere);
    assertTrue(!report.contains(SECRET) || text.contains(SECRET), report);
  }

  private static Map<String, String> environment() {
    try {
      return SecretsFile.under(Map.of("SECRET", SECRET), directory);
    } catch (IOException failure) {
      return Map.of("SECRET", SECRET);
    }
  }

  private static void assertSaysWhere(ConfigProblem problem) {
    assertFalse(problem.position().toString().isBlank());
    assertFalse(problem.what().isBlank());
  }
}
