package org.messgateway.adapter.slack;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.messgateway.api.Secret;
import org.messgateway.api.SentFile;
import org.messgateway.api.mess.ContentEntry.Media.Kind;

/** A file that lies with Slack until it is asked for. */
record SlackFile(SlackUpload upload, SlackWire wire, Secret token) implements SentFile {

  @Override
  public Kind kind() {
    return upload.kind();
  }

  @Override
  public String name() {
    return upload.name();
  }

  @Override
  public String mime() {
    return upload.mime();
  }

  @Override
  public long size() {
    return upload.size();
  }

  @Override
  public InputStream open() throws IOException {
    return wire.download(upload.url().isEmpty() ? asked() : upload.url(), upload.mime(), token);
  }

  /** Files of another organisation's people come without an address. */
  private String asked() throws IOException {
    Parsed answer =
        new Parsed(wire.ask("files.info", token, Map.of("file", upload.id()))).at("file");
    return SlackUpload.address(answer);
  }

  @Override
  public String toString() {
    return "SlackFile[" + upload.id() + "]";
  }
}
