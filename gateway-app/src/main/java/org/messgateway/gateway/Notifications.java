package org.messgateway.gateway;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Action;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.Links;
import org.messgateway.api.Manner;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Receipt;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.journal.ReplyCodes;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** Makes what an adapter gets, from the thread as it stands and the configuration in force. */
final class Notifications {

  private final PermittedFiles permitted;
  private final LinkMaker links;
  private final Channels channels;
  private final Supplier<ReplyCodes> replyCodes;

  /**
   * @param permitted what threads may name of this machine
   * @param replyCodes asked for only where people answer by text
   */
  Notifications(
      PermittedFiles permitted,
      LinkMaker links,
      Channels channels,
      Supplier<ReplyCodes> replyCodes) {
    this.permitted = permitted;
    this.links = links;
    this.channels = channels;
    this.replyCodes = replyCodes;
  }

  /**
   * What one delivery says.
   *
   * @param config in force
   * @param holder id of the one who has the task, or had it when it ended
   * @param request id of the delivery by which this address was asked
   * @param earlier the message about the same thread that this address got before
   * @param edit whether it changes that message instead of being a further one
   */
  record Asked(
      GatewayConfig config,
      LoadedThread thread,
      WantedDelivery wanted,
      @Nullable String holder,
      String request,
      @Nullable Receipt earlier,
      boolean edit) {

    private Identity identity() {
      return wanted.identity();
    }

    private boolean holderReads() {
      return holder != null && wanted.recipients().contains(holder);
    }

    private Audience audience() {
      return config.catalogue().audiences().getOrDefault(identity().channel(), Audience.MACHINES);
    }
  }

  /**
   * Empty when the address of the delivery is not configured any more, or the thread does not say
   * it any more.
   */
  Optional<Notification> of(Asked asked) {
    Executor executor = asked.config().catalogue().executors().get(asked.identity().executor());
    return Optional.ofNullable(executor)
        .flatMap(whom -> address(whom, asked.identity()))
        .flatMap(where -> notification(asked, where));
  }

  private static @Nullable String holder(Asked asked) {
    @Nullable String id = asked.holder();
    @Nullable Executor holder = id == null ? null : asked.config().catalogue().executors().get(id);
    return holder == null ? id : holder.name();
  }

  private Optional<Notification> notification(Asked asked, Address address) {
    @Nullable String token = token(asked, address);
    @Nullable FileLinks files = token == null ? null : files(asked, token);
    MessThread thread = shown(asked, files);
    return WhatIsNew.of(asked.identity(), thread, holder(asked))
        .map(news -> notification(asked, news, address, thread, token, document(asked, files)));
  }

  private @Nullable String token(Asked asked, Address address) {
    Identity identity = asked.identity();
    boolean opens =
        opensTask(asked) && links.opens(asked.config().clientUrl(), asked.audience(), address);
    return opens
        ? links.token(
            OwnDeliveries.exchange(identity.exchange()),
            identity.ref(),
            identity.executor(),
            asked.wanted().deadline())
        : null;
  }

  private Notification notification(
      Asked asked,
      News news,
      Address address,
      MessThread thread,
      @Nullable String token,
      TaskDocument document) {
    GatewayConfig config = asked.config();
    Identity identity = asked.identity();
    return new Notification(
        identity.id(),
        news,
        config.title(),
        address,
        recipients(config.catalogue(), asked.wanted().recipients()),
        thread,
        asked.wanted().deadline(),
        token == null ? null : links(config, identity, token),
        actions(asked),
        document,
        new Manner(silent(asked), asked.earlier(), replyCode(asked)));
  }

  private static boolean silent(Asked asked) {
    return asked.edit() || asked.thread().thread().priority() == Priority.BACKGROUND;
  }

  /** People who can do nothing about a task any more get no link to it. */
  private static boolean opensTask(Asked asked) {
    return asked.audience() == Audience.MACHINES
        || switch (asked.identity().kind()) {
          case REQUEST, CLAIMED, REPLY, REMINDER -> true;
          case TAKEN -> asked.holderReads();
          case CANCELLED, EXPIRED, FINISHED, TROUBLE, DIGEST, TEST -> false;
        };
  }

  /** Who shares an address with the one who has it can press the buttons of that one there. */
  private Set<Action> actions(Asked asked) {
    if (!wayBackOpen(asked.identity().channel())) {
      return Set.of();
    }
    Set<Action> his = EnumSet.of(Action.DONE, Action.ASK, Action.GIVE_BACK);
    return switch (asked.identity().kind()) {
      case REQUEST -> EnumSet.of(Action.CLAIM, Action.DECLINE);
      case CLAIMED, REPLY, REMINDER -> his;
      case TAKEN -> asked.holderReads() ? his : Set.of();
      case CANCELLED, EXPIRED, FINISHED, TROUBLE, DIGEST, TEST -> Set.of();
    };
  }

  private boolean wayBackOpen(String channel) {
    return ability(channel, Inbound.class).filter(Inbound::wayBackOpen).isPresent();
  }

  private <A> Optional<A> ability(String channel, Class<A> type) {
    return channels.channel(channel).flatMap((Channel it) -> it.ability(type));
  }

  /** Where there are no buttons, a letter tells the tasks of one address apart. */
  private String replyCode(Asked asked) {
    Identity identity = asked.identity();
    boolean byText =
        asked.audience() == Audience.PEOPLE
            && !actions(asked).isEmpty()
            && ability(identity.channel(), Editable.class).isEmpty();
    if (!byText) {
      return "";
    }
    ReplyCodes.Code code =
        replyCodes
            .get()
            .assign(
                identity.channel(),
                identity.address(),
                identity.exchange(),
                identity.ref(),
                asked.request());
    return code.alone() ? "" : code.letter();
  }

  private Links links(GatewayConfig config, Identity identity, String token) {
    return links.links(config.clientUrl(), identity.id(), identity.ref(), token);
  }

  private static MessThread shown(Asked asked, @Nullable FileLinks files) {
    MessThread thread = asked.thread().thread();
    return files == null ? thread : new ShownFiles(files).in(thread);
  }

  private static TaskDocument document(Asked asked, @Nullable FileLinks files) {
    Identity identity = asked.identity();
    Executor executor = asked.config().catalogue().executors().get(identity.executor());
    boolean seesThread = executor != null && executor.seesThread();
    return new ThreadView(
        asked.thread().read(), identity.kind(), new Viewer(identity.executor(), seesThread), files);
  }

  private FileLinks files(Asked asked, String token) {
    GatewayConfig config = asked.config();
    return links.files(
        config.clientUrl(),
        asked.identity().ref(),
        token,
        permitted.in(config, asked.identity().exchange()));
  }

  static Optional<Address> address(Executor executor, Identity identity) {
    return executor.notifyPlan().channels().stream()
        .filter(channel -> channel.channel().equals(identity.channel()))
        .map(ChannelAddress::address)
        .filter(address -> address.value().equals(identity.address()))
        .findFirst();
  }

  static List<Recipient> recipients(Catalogue catalogue, Collection<String> ids) {
    return ids.stream()
        .flatMap(id -> Optional.ofNullable(catalogue.executors().get(id)).stream())
        .map(executor -> new Recipient(executor.id(), executor.name(), executor.zone()))
        .toList();
  }
}
