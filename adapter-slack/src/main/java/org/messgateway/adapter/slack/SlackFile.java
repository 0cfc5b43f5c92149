package org.messgateway.adapter.slack;

import com.slack.api.model.File;
import java.io.IOException;
import java.io.InputStream;
import org.messgateway.api.InboundFile;
import org.messgateway.api.Secret;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;

/** A file that a person sent in Slack, fetched when it is opened. */
record SlackFile(SlackFileInfo upload, SlackConnections wire, Secret token) implements InboundFile {

  @Override
  public MediaKind kind() {
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
    return wire.download(
        upload.url().isEmpty() ? downloadUrl() : upload.url(), upload.mime(), token);
  }

  /**
   * The download URL. Events about files of another organisation's people hold none, so Slack is
   * asked.
   */
  private String downloadUrl() throws IOException {
    File file =
        wire.granted(token, methods -> methods.filesInfo(r -> r.file(upload.id()))).getFile();
    if (file == null) {
      throw new IOException("Slack does not say where the file " + upload.id() + " is.");
    }
    String download = file.getUrlPrivateDownload();
    String address = download == null || download.isEmpty() ? file.getUrlPrivate() : download;
    return address == null ? "" : address;
  }

  @Override
  public String toString() {
    return "SlackFile[" + upload.id() + "]";
  }
}
