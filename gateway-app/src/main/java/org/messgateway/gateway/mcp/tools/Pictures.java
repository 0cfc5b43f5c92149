package org.messgateway.gateway.mcp.tools;

import java.io.IOException;
import java.util.Optional;
import org.messgateway.gateway.agents.TaskAttachment;
import org.messgateway.gateway.mcp.McpContent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pictures that one result shows: PNG, JPEG, GIF and WebP by their first bytes, whatever their
 * writer says, and so many bytes in all that clients take the result. Of one thread.
 */
final class Pictures {

  /** Bytes of one picture at most. */
  static final int LARGEST = 1_000_000;

  private static final Logger log = LoggerFactory.getLogger(Pictures.class);

  /** Claude Desktop refuses a result above 1,048,576 characters, and base64 takes a third more. */
  private static final int MOST_OF_DESKTOP = 700_000;

  private static final String DESKTOP = "claude-ai";
  private static final int MOST = 2_000_000;

  private int left;

  /**
   * @param clientName what the client calls itself
   */
  Pictures(String clientName) {
    left = clientName.equals(DESKTOP) ? MOST_OF_DESKTOP : MOST;
  }

  /** Whether it may be a picture, as its writer says. */
  static boolean likely(TaskAttachment file) {
    return file.mime().startsWith("image/");
  }

  /** The picture; empty where it is none, is too large, or cannot be read now. */
  Optional<McpContent> of(TaskAttachment file) {
    int most = Math.min(LARGEST, left);
    if (!likely(file) || file.size() > most) {
      return Optional.empty();
    }
    try {
      byte[] bytes = file.bytes(most);
      Optional<McpContent> picture =
          type(bytes).map(mediaType -> new McpContent.Picture(bytes, mediaType));
      picture.ifPresent(_ -> left -= bytes.length);
      return picture;
    } catch (IOException e) {
      // The link to it stays.
      log.debug("A picture is not shown: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** The media type by the first bytes. */
  static Optional<String> type(byte[] bytes) {
    if (begins(bytes, 0, 0x89, 'P', 'N', 'G')) {
      return Optional.of("image/png");
    }
    if (begins(bytes, 0, 0xFF, 0xD8, 0xFF)) {
      return Optional.of("image/jpeg");
    }
    if (begins(bytes, 0, 'G', 'I', 'F', '8')) {
      return Optional.of("image/gif");
    }
    return begins(bytes, 0, 'R', 'I', 'F', 'F') && begins(bytes, 8, 'W', 'E', 'B', 'P')
        ? Optional.of("image/webp")
        : Optional.empty();
  }

  private static boolean begins(byte[] bytes, int from, int... first) {
    if (bytes.length < from + first.length) {
      return false;
    }
    for (int i = 0; i < first.length; i++) {
      if ((bytes[from + i] & 0xFF) != first[i]) {
        return false;
      }
    }
    return true;
  }
}
