package org.messgateway.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What the distribution says of the jars that it brings. */
final class LibrariesIT {

  private static final Path DISTRIBUTION =
      Path.of(System.getProperty("mess.distribution", "target/mess-gateway/mess-gateway"));

  /** {@code (Licence) (Licence) Name (group:artifact:version - address)}. */
  private static final Pattern NOTICE =
      Pattern.compile(
          "\\s*((?:\\([^()]*(?:\\([^()]*\\)[^()]*)*\\) )+).*\\(([^:()]+):([^:()]+):([^ ]+) - .*");

  /** What Twilio's client brings along for an HTTP client and tokens that are not used. */
  private static final Pattern UNUSED =
      Pattern.compile(
          "(httpclient5|httpcore5|java-jwt|jjwt-|jackson-dataformat-xml|woodstox|stax2|commons-codec"
              + "|json-\\d).*");

  /** The name of each jar of lib, and the jar. */
  private static Map<String, Path> jars() throws IOException {
    Map<String, Path> jars = new TreeMap<>();
    try (Stream<Path> files = Files.list(DISTRIBUTION.resolve("lib"))) {
      files
          .filter(file -> file.toString().endsWith(".jar"))
          .forEach(file -> jars.put(file.getFileName().toString(), file));
    }
    assertFalse(jars.isEmpty(), "the distribution is made at the phase package");
    return jars;
  }

  private static JsonNode billOfMaterials() throws IOException {
    return new JsonMapper().readTree(DISTRIBUTION.resolve("sbom.cdx.json").toFile());
  }

  @Test
  void theBillOfMaterialsNamesEachJarWithItsChecksum() throws Exception {
    Map<String, String> named = new TreeMap<>();
    for (JsonNode component : billOfMaterials().path("components")) {
      named.put(
          component.path("name").asText() + "-" + component.path("version").asText() + ".jar",
          sha256(component));
    }
    Map<String, String> present = new TreeMap<>();
    for (Map.Entry<String, Path> jar : jars().entrySet()) {
      present.put(jar.getKey(), sha256(jar.getValue()));
    }
    assertEquals(present, named);
  }

  private static String sha256(JsonNode component) {
    for (JsonNode hash : component.path("hashes")) {
      if (hash.path("alg").asText().equals("SHA-256")) {
        return hash.path("content").asText();
      }
    }
    return "none";
  }

  private static String sha256(Path jar) throws IOException, GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
    return HexFormat.of().formatHex(digest);
  }

  @Test
  void theSameSourcesGiveTheSameBillOfMaterials() throws IOException {
    JsonNode bill = billOfMaterials();
    assertTrue(bill.path("serialNumber").isMissingNode(), "a number of its own differs each time");
    assertTrue(bill.at("/metadata/timestamp").isMissingNode(), "nor a time of the build");
  }

  @Test
  void eachJarOfOthersStandsInTheNoticesWithItsLicence() throws IOException {
    Map<String, String> licences = new TreeMap<>();
    for (String line : Files.readAllLines(DISTRIBUTION.resolve("THIRD-PARTY.txt"), UTF_8)) {
      Matcher notice = NOTICE.matcher(line);
      if (notice.matches()) {
        licences.put(notice.group(3) + "-" + notice.group(4) + ".jar", notice.group(1));
      }
    }
    for (JsonNode component : billOfMaterials().path("components")) {
      if (!component.path("group").asText().equals("org.messgateway")) {
        String jar =
            component.path("name").asText() + "-" + component.path("version").asText() + ".jar";
        String licence = licences.getOrDefault(jar, "");
        assertFalse(licence.isEmpty(), () -> jar + " is not in the notices: " + licences);
        assertFalse(licence.toLowerCase(Locale.ROOT).contains("unknown"), () -> jar + licence);
      }
    }
  }

  @Test
  void licenceNoticesAndBillAreInTheZip() throws IOException {
    Path zip = DISTRIBUTION.resolveSibling("../mess-gateway.zip").normalize();
    try (ZipFile archive = new ZipFile(zip.toFile())) {
      for (String name : List.of("LICENSE", "THIRD-PARTY.txt", "sbom.cdx.json")) {
        assertTrue(archive.getEntry("mess-gateway/" + name) != null, name);
      }
    }
  }

  @Test
  void noLibraryIsThereThatOnlyTwiliosOwnHttpClientNeeds() throws IOException {
    List<String> unused =
        jars().keySet().stream().filter(jar -> UNUSED.matcher(jar).matches()).toList();
    assertEquals(List.of(), unused);
  }
}
