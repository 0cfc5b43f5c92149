package org.messgateway.gateway.http.body;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HeaderFieldsTest {

  private static final long SMALL_STACK = 64 << 10;

  @Test
  void aLongQuotedNameNeedsNoDeepStack() throws Exception {
    String name = "\\\"".repeat(1024);
    CompletableFuture<Optional<String>> read = new CompletableFuture<>();
    Thread.ofPlatform()
        .stackSize(SMALL_STACK)
        .uncaughtExceptionHandler((_, broken) -> read.completeExceptionally(broken))
        .start(() ->
            read.complete(
                HeaderFields.of("form-data; filename=\"" + name + "\"").parameter("filename")));

    assertEquals(Optional.of("\"".repeat(1024)), read.get(10, TimeUnit.SECONDS));
  }

  @Test
  void aQuoteBehindABackslashBelongsToTheName() {
    HeaderFields fields = HeaderFields.of("form-data; name=\"a\\\"b\"; filename=c");

    assertEquals(Optional.of("a\"b"), fields.parameter("name"));
    assertEquals(Optional.of("c"), fields.parameter("filename"));
  }

  @Test
  void aQuotedNameWithoutAnEndIsEmpty() {
    assertEquals(Optional.of(""), HeaderFields.of("form-data; name=\"photo").parameter("name"));
  }
}
