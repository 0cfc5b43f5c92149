package org.messgateway.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The action of an inbound event. */
public sealed interface InboundAction {

  /**
   * A person pressed a button, or submitted the form behind a button.
   *
   * @param button the pressed button
   * @param fields the form's values by {@link FormField#code()}; empty for a button without a form
   * @param files the files that the person sent with the form
   */
  record ButtonPress(MessageButton button, Map<String, String> fields, List<InboundFile> files)
      implements InboundAction {

    public ButtonPress {
      fields = Map.copyOf(fields);
      files = List.copyOf(files);
    }
  }

  /**
   * A person pressed a button that answers at once ({@link AnswerButton.Kind#sends}).
   *
   * @param code the code of the button
   */
  record AnswerPress(String code) implements InboundAction {}

  /**
   * A person sent a text or files. The message is an answer where it refers to a task. The gateway
   * interprets the text ({@code 1}, {@code done found 2 onions}); the adapter does not.
   *
   * @param text the text without the service's markup; empty when the person sent only files
   * @param files the files of the message
   * @param location the position that the person sent; null for none
   * @param addressed whether the message names the gateway where others read, or replies to any
   *     message of the gateway's there; then the person always gets a reply. What people say to
   *     each other gets none
   */
  record ChatMessage(
      String text, List<InboundFile> files, @Nullable GeoPoint location, boolean addressed)
      implements InboundAction {

    public ChatMessage {
      files = List.copyOf(files);
    }

    /** A message that does not address the gateway. */
    public ChatMessage(String text, List<InboundFile> files, @Nullable GeoPoint location) {
      this(text, files, location, false);
    }
  }

  /**
   * A person entered the one-time code of {@code link}, for example by {@code /start CODE}.
   *
   * @param code the code as entered
   */
  record LinkCodeEntry(String code) implements InboundAction {}

  /** A person made contact without a code, or asked for help: {@code /start}, {@code /help}. */
  record Greeting() implements InboundAction {}

  /**
   * A person wants no messages for a while: {@code pause 2h}.
   *
   * @param rest the text after the command: {@code 2h}
   */
  record PauseRequest(String rest) implements InboundAction {}

  /** A person wants messages again after a pause. */
  record ResumeRequest() implements InboundAction {}

  /** A person asks for the open tasks: {@code list}. */
  record ListRequest() implements InboundAction {}

  /**
   * A person told the service to stop or to allow the gateway's messages: a carrier's STOP, a
   * blocked bot. The service has answered the person; the adapter shows no reply.
   *
   * @param out true when messages are stopped, false when they are allowed again
   */
  record OptOutChange(boolean out) implements InboundAction {}

  /**
   * The service gave the address a new value, for example when a group became a supergroup. The
   * gateway does not follow an address longer than {@link Address#MAX_BYTES} and tells the
   * operators.
   *
   * @param newAddress the new address
   */
  record AddressChange(String newAddress) implements InboundAction {}

  /**
   * The service reported the status of the message of {@link InboundEvent#receipt()}.
   *
   * @param status the status
   */
  record ReceiptUpdate(ReceiptStatusLookup.ReceiptStatus status) implements InboundAction {}

  /**
   * A position on earth.
   *
   * @param latitude degrees north, -90 to 90
   * @param longitude degrees east, -180 to 180
   * @param name the name of the position; null when the service names none
   */
  record GeoPoint(double latitude, double longitude, @Nullable String name) {}

  /** The fields of the forms behind buttons. */
  enum FormField {
    /** The reason, for Decline and Give back. */
    REASON,
    /** The answer in words, for Done. */
    TEXT,
    /** The question, for Ask. */
    QUESTION;

    /** The code of the field: {@code reason}. */
    public String code() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
