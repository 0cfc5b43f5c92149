package org.messgateway.gateway.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class SecretOptionTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private SecretOption typed(String lines) {
    return new SecretOption(
        new ByteArrayInputStream(lines.getBytes(UTF_8)),
        TerminalWriter.to(new PrintStream(said, true, UTF_8)));
  }

  @Test
  void eachDashIsOneLineOfStandardInput() throws IOException {
    SecretOption option = typed("xoxb-one\r\n AC1:two:+43 \nthree");

    assertEquals("xoxb-one", option.convert("-").reveal());
    assertEquals("AC1:two:+43", option.convert("-").reveal());
    assertEquals("three", option.convert("-").reveal());
    assertEquals("", option.convert("-").reveal());
    assertEquals("", said.toString(UTF_8));
  }

  @Test
  void whatStandsAmongTheArgumentsIsTakenWithAWordAboutPs() throws IOException {
    assertEquals("xoxb-one", typed("").convert("xoxb-one").reveal());
    assertTrue(said.toString(UTF_8).contains("seen by ps"), () -> said.toString(UTF_8));
    assertEquals(1, said.toString(UTF_8).lines().count());
  }

  @Test
  void aNumberIsNoSecret() throws IOException {
    assertEquals("+14155550123", typed("").convert("+14155550123").reveal());
    assertEquals("", said.toString(UTF_8));
  }
}
