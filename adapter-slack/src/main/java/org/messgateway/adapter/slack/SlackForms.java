package org.messgateway.adapter.slack;

import com.slack.api.model.block.InputBlock;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.SectionBlock;
import com.slack.api.model.block.composition.PlainTextObject;
import com.slack.api.model.block.element.BlockElement;
import com.slack.api.model.block.element.FileInputElement;
import com.slack.api.model.block.element.PlainTextInputElement;
import com.slack.api.model.view.View;
import com.slack.api.model.view.ViewClose;
import com.slack.api.model.view.ViewSubmit;
import com.slack.api.model.view.ViewTitle;
import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.InboundAction.FormField;
import org.messgateway.api.MessageButton;
import org.messgateway.api.NotificationText;
import org.messgateway.api.PlainText;
import org.messgateway.api.text.Texts;

/**
 * The forms behind buttons.
 *
 * <p>Sources: Block Kit reference (title and buttons of a modal 24 characters, input of text 3,000,
 * ten files, private_metadata 3,000).
 */
final class SlackForms {

  static final String CALLBACK = "mess";
  static final String FILES = "files";
  private static final int ABOUT_LIMIT = 500;
  private static final int TEXT_LIMIT = 3_000;
  private static final int MOST_FILES = 10;
  private static final int BUTTON_LIMIT = 24;

  private SlackForms() {}

  /** The form of a button that has one ({@link SlackAction#form}). */
  static View of(SlackEvent.SlackPress press, Texts texts) {
    return View.builder()
        .type("modal")
        .callbackId(CALLBACK)
        .privateMetadata(FormMetadata.of(press).metadata())
        .title(ViewTitle.builder().type("plain_text").text(title(press.action(), texts)).build())
        .submit(ViewSubmit.builder().type("plain_text").text(submit(press.action(), texts)).build())
        .close(ViewClose.builder().type("plain_text").text(button(texts.get("form.close"))).build())
        .blocks(blocks(press, texts))
        .build();
  }

  private static String title(SlackAction action, Texts texts) {
    return button(
        switch (action) {
          case SlackAction.Fixed(MessageButton button) -> button.label(texts);
          case SlackAction.AskForAnswer(AnswerButton.Kind kind) -> kind.label(texts);
          case SlackAction.SendAnswer _ -> throw new IllegalArgumentException("it asks nothing");
        });
  }

  private static String submit(SlackAction action, Texts texts) {
    boolean answers = action.form().filter(MessageButton.DONE::equals).isPresent();
    return answers ? button(texts.get("form.send")) : title(action, texts);
  }

  /** Slack's limit for the title and the buttons of a form. */
  private static String button(String words) {
    return NotificationText.shortened(words, BUTTON_LIMIT);
  }

  private static List<LayoutBlock> blocks(SlackEvent.SlackPress press, Texts texts) {
    List<LayoutBlock> blocks = new ArrayList<>();
    String about = NotificationText.shortened(MrkdwnReader.plain(press.about()), ABOUT_LIMIT);
    if (!about.isEmpty()) {
      blocks.add(SectionBlock.builder().text(words(about)).build());
    }
    switch (press.action()) {
      case SlackAction.Fixed(MessageButton button) -> blocks.addAll(inputs(button, texts));
      case SlackAction.AskForAnswer(AnswerButton.Kind kind) -> blocks.addAll(inputs(kind, texts));
      case SlackAction.SendAnswer _ -> throw new IllegalArgumentException("it asks nothing");
    }
    return blocks;
  }

  private static List<InputBlock> inputs(MessageButton button, Texts texts) {
    return switch (button) {
      case CLAIM -> throw new IllegalArgumentException("a claim asks nothing");
      case DECLINE -> List.of(text(FormField.REASON, texts.get("form.decline"), true));
      case GIVE_BACK -> List.of(text(FormField.REASON, texts.get("form.give_back"), true));
      case ASK -> List.of(text(FormField.QUESTION, texts.get("ask.question"), false));
      case DONE ->
          List.of(
              text(FormField.TEXT, texts.get("form.done"), true),
              files(texts.get("form.files"), true));
    };
  }

  /** One line for a text; the photo first, and words beside it. */
  private static List<InputBlock> inputs(AnswerButton.Kind kind, Texts texts) {
    return kind == AnswerButton.Kind.PHOTO
        ? List.of(
            files(texts.get("ask.field.photo"), false),
            text(FormField.TEXT, texts.get("form.done"), true))
        : List.of(line(FormField.TEXT, texts.get("ask.field.answer")));
  }

  private static InputBlock line(FormField field, String label) {
    PlainTextInputElement line =
        PlainTextInputElement.builder().actionId(field.code()).maxLength(TEXT_LIMIT).build();
    return input(field.code(), label, false, line);
  }

  private static InputBlock text(FormField field, String label, boolean optional) {
    return input(
        field.code(),
        label,
        optional,
        PlainTextInputElement.builder()
            .actionId(field.code())
            .multiline(true)
            .maxLength(TEXT_LIMIT)
            .build());
  }

  private static InputBlock files(String label, boolean optional) {
    FileInputElement files =
        FileInputElement.builder().actionId(FILES).maxFiles(MOST_FILES).build();
    return input(FILES, label, optional, files);
  }

  private static InputBlock input(String id, String label, boolean optional, BlockElement element) {
    return InputBlock.builder()
        .blockId(id)
        .label(words(label))
        .optional(optional)
        .element(element)
        .build();
  }

  private static PlainTextObject words(String text) {
    return PlainTextObject.builder().text(PlainText.of(text)).build();
  }
}
