package org.messgateway.gateway.links;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Secret;
import org.messgateway.testkit.Conforms;

class LinkKeyTest {

  @TempDir Path home;

  @Test
  void theKeyIsMadeOnceAndReadableByNobodyElse() throws IOException {
    LinkKey first = LinkKey.open(home.resolve("keys"), Optional.empty(), System::nanoTime);
    LinkKey again = LinkKey.open(home.resolve("keys"), Optional.empty(), System::nanoTime);
    assertArrayEquals(first.signingKey(), again.signingKey());
    assertEquals("rw-------", permissions(home.resolve("keys/link.key")));
    assertEquals("rwx------", permissions(home.resolve("keys")));
  }

  @Test
  @Conforms(259)
  void aConfiguredSecretIsMixedInAndNeverTheKey() {
    LinkKey plain = LinkKey.open(home.resolve("keys"), Optional.empty(), System::nanoTime);
    LinkKey mixed =
        LinkKey.open(home.resolve("keys"), Optional.of(Secret.of("s3cret")), System::nanoTime);
    assertFalse(Arrays.equals(plain.signingKey(), mixed.signingKey()));
    LinkKey elsewhere =
        LinkKey.open(home.resolve("other"), Optional.of(Secret.of("s3cret")), System::nanoTime);
    assertFalse(Arrays.equals(mixed.signingKey(), elsewhere.signingKey()));
  }

  @Test
  void aDamagedKeyIsNotReplacedSilently() throws IOException {
    LinkKey.open(home.resolve("keys"), Optional.empty(), System::nanoTime);
    Files.writeString(home.resolve("keys/link.key"), "short");
    UncheckedIOException refused =
        assertThrows(
            UncheckedIOException.class,
            () -> LinkKey.open(home.resolve("keys"), Optional.empty(), System::nanoTime));
    assertTrue(String.valueOf(refused.getMessage()).contains("5 bytes instead of 32"));
  }

  @Test
  void aKeyDoesNotPrint() {
    assertEquals("LinkKey[secret]", LinkKey.of(new byte[32], Optional.empty()).toString());
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
