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

  private SlackForms() {}

  /** Whether the button opens a form. */
  static boolean asks(MessageButton button) {
    return button != MessageButton.CLAIM;
  }

  static View of(SlackEvent.SlackPress press, Texts texts) {
    return View.builder()
        .type("modal")
        .callbackId(CALLBACK)
        .privateMetadata(FormMetadata.of(press).metadata())
        .title(ViewTitle.builder().type("plain_text").text(press.button().label(texts)).build())
        .submit(ViewSubmit.builder().type("plain_text").text(submit(press.button(), texts)).build())
        .close(ViewClose.builder().type("plain_text").text(texts.get("form.close")).build())
        .blocks(blocks(press, texts))
        .build();
  }

  private static String submit(MessageButton button, Texts texts) {
    return button == MessageButton.DONE ? texts.get("form.send") : button.label(texts);
  }

  private static List<LayoutBlock> blocks(SlackEvent.SlackPress press, Texts texts) {
    List<LayoutBlock> blocks = new ArrayList<>();
    String about = NotificationText.shortened(MrkdwnReader.plain(press.about()), ABOUT_LIMIT);
    if (!about.isEmpty()) {
      blocks.add(SectionBlock.builder().text(words(about)).build());
    }
    switch (press.button()) {
      case CLAIM -> throw new IllegalArgumentException("a claim asks nothing");
      case DECLINE -> blocks.add(text(FormField.REASON, texts.get("form.decline"), true));
      case GIVE_BACK -> blocks.add(text(FormField.REASON, texts.get("form.give_back"), true));
      case ASK -> blocks.add(text(FormField.QUESTION, texts.get("ask.question"), false));
      case DONE -> {
        blocks.add(text(FormField.TEXT, texts.get("form.done"), true));
        blocks.add(files(texts));
      }
    }
    return blocks;
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

  private static InputBlock files(Texts texts) {
    FileInputElement files =
        FileInputElement.builder().actionId(FILES).maxFiles(MOST_FILES).build();
    return input(FILES, texts.get("form.files"), true, files);
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
