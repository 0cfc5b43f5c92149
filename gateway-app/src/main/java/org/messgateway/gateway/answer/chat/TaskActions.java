package org.messgateway.gateway.answer.chat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundAction.GeoPoint;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundFile;
import org.messgateway.api.InboundReply;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.MessageKey;
import org.messgateway.gateway.answer.chat.ReceivedFiles.SpooledFiles;
import org.messgateway.gateway.answer.chat.ReceivedFiles.TooLargeException;
import org.messgateway.gateway.queue.Identity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out a person's action on a task and makes the reply. */
final class TaskActions {

  private static final Logger log = LoggerFactory.getLogger(TaskActions.class);

  private final String channel;
  private final ChatContext context;

  TaskActions(String channel, ChatContext context) {
    this.channel = channel;
    this.context = context;
  }

  /** Files and location of the inbound event. */
  record Enclosures(List<InboundFile> files, @Nullable GeoPoint location) {

    static final Enclosures NONE = new Enclosures(List.of(), null);

    boolean isEmpty() {
      return files.isEmpty() && location == null;
    }
  }

  /**
   * @throws InboundException when the answer cannot be written now and the event has to come again
   */
  InboundReply act(
      InboundEvent event,
      ChannelMember who,
      OpenTask about,
      TaskAction taskAction,
      Enclosures enclosures,
      ReplyTexts replyTexts)
      throws InboundException {
    if (!concerns(event, who, about)) {
      return InboundReply.refused(replyTexts.notTold());
    }
    if (taskAction instanceof TaskAction.Nothing nothing) {
      return InboundReply.refused(nothing.sentence());
    }
    try (SpooledFiles received = context.receivedFiles().fetch(enclosures.files())) {
      boolean taking = about.task().isFree();
      Answer answer =
          new Answer(
              about.delivery().identity().exchange(),
              about.task().ref(),
              who.executor(),
              channel,
              new MessageKey.Given(channel + ":" + event.id()),
              MessEntries.of(taskAction, taking, received.files(), enclosures.location()),
              received.files());
      return replyTo(context.answerService().say(answer), about, taskAction, replyTexts);
    } catch (TooLargeException e) {
      String page = context.chatTaskSource().page(about.delivery()).map(URI::toString).orElse(null);
      return InboundReply.refused(replyTexts.tooLarge(e, page));
    } catch (IOException e) {
      log.warn("A file that somebody sent on {} could not be fetched: {}", channel, e.toString());
      return InboundReply.refused(replyTexts.lost());
    }
  }

  /**
   * Whether a task was told to this person or could be: ids of deliveries are no secrets, so what a
   * button or a message names is no proof (docs/rules.md#who-acted).
   */
  private boolean concerns(InboundEvent event, ChannelMember who, OpenTask about) {
    Identity named = about.delivery().identity();
    return wasTold(event, who, named)
        || about.task().isHeldBy(who.executor())
        || context.queue().deliveries(named.exchange(), named.ref()).stream()
            .anyMatch(row -> wasTold(event, who, row.identity()))
        || context.chatTaskSource().able(named.exchange(), named.ref(), who.executor());
  }

  /** Everybody at a shared address reads what stands there. */
  private static boolean wasTold(InboundEvent event, ChannelMember who, Identity told) {
    return told.executor().equals(who.executor())
        || told.address().equals(event.address())
        || who.addresses().contains(told.address());
  }

  private InboundReply replyTo(
      AnswerResult result, OpenTask about, TaskAction taskAction, ReplyTexts replyTexts)
      throws InboundException {
    ChatTask task = about.task();
    return switch (result) {
      case AnswerResult.Accepted _ -> InboundReply.accepted(taken(taskAction, task, replyTexts));
      case AnswerResult.HeldByOther other -> {
        context.chatListener().heardWhoHasIt(about.delivery().identity());
        yield InboundReply.refused(replyTexts.has(other.holderName(), other.kept()));
      }
      case AnswerResult.SetFree _ -> InboundReply.refused(replyTexts.free());
      case AnswerResult.ThreadEnded over ->
          InboundReply.refused(replyTexts.over(over.status(), task.intent(), over.kept()));
      case AnswerResult.Refused refused -> {
        log.info("What somebody did on {} was refused: {}", channel, refused.sentence());
        yield InboundReply.refused(replyTexts.misfit(task));
      }
      case AnswerResult.NoSuchThread _ -> InboundReply.refused(replyTexts.absent());
      case AnswerResult.TryAgainLater notNow -> throw new InboundException(notNow.sentence());
    };
  }

  private static String taken(TaskAction taskAction, ChatTask task, ReplyTexts replyTexts) {
    return switch (taskAction) {
      case TaskAction.Claim _ -> replyTexts.yours();
      case TaskAction.Decline _ -> replyTexts.passed();
      case TaskAction.GiveBack _ -> replyTexts.givenBack();
      case TaskAction.Progress _ -> replyTexts.stillYours();
      case TaskAction.Ask _ -> replyTexts.asked(task.requestor());
      case TaskAction.Complete _, TaskAction.Confirm _, TaskAction.Choose _ ->
          replyTexts.saved(task.requestor());
      case TaskAction.Nothing nothing -> nothing.sentence();
    };
  }
}
