package org.messgateway.gateway.notify;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.DeliveryOptions;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationContent.TaskFinished;
import org.messgateway.api.Receipt;
import org.messgateway.api.Recipient;
import org.messgateway.api.RequestedAnswers;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LocalFilePolicy;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.view.EarlierThreads;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.ReadableThread;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.journal.ReplyCodes;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;

/** Makes what an adapter gets, from the thread as it stands and the configuration in force. */
public final class NotificationFactory {

  private final CurrentConfig configuration;
  private final LocalFilePolicy permitted;
  private final Function<String, EarlierThreads> earlier;
  private final LinkFactory links;
  private final TaskButtons buttons;
  private final AgentNotifications agents;

  /** The abilities of channels' adapters beyond delivering. */
  @FunctionalInterface
  public interface Abilities {
    <A> Optional<A> of(String channel, Class<A> type);
  }

  /**
   * @param configuration in force
   * @param permitted files of this machine that threads may name
   * @param earlier the earlier threads of an exchange
   * @param replyCodes asked for only where people answer by text
   */
  public NotificationFactory(
      CurrentConfig configuration,
      LocalFilePolicy permitted,
      Function<String, EarlierThreads> earlier,
      LinkFactory links,
      Abilities abilities,
      Supplier<ReplyCodes> replyCodes) {
    this.configuration = configuration;
    this.permitted = permitted;
    this.earlier = earlier;
    this.links = links;
    this.buttons = new TaskButtons(abilities, replyCodes);
    this.agents = new AgentNotifications(permitted, earlier, links);
  }

  private record Asked(
      GatewayConfig config,
      LoadedThread thread,
      DesiredDelivery desired,
      String id,
      Executor executor,
      Audience audience,
      @Nullable String holder,
      String request,
      @Nullable Receipt earlier,
      boolean edit) {

    private Identity identity() {
      return desired.identity();
    }

    private boolean people() {
      return audience == Audience.PEOPLE;
    }

    private boolean holderReads() {
      return holder != null && desired.recipients().contains(holder);
    }
  }

  /**
   * The notification of one delivery; empty when its address is not configured any more, or the
   * thread does not say it any more.
   *
   * @param id of the delivery
   * @param holder id of the executor that has the task, or had it when it ended
   * @param request id of the delivery by which this address was asked
   * @param earlier receipt of the message about the same thread at this address
   * @param edit whether it edits that message
   */
  Optional<Notification> of(
      LoadedThread thread,
      DesiredDelivery desired,
      String id,
      @Nullable String holder,
      String request,
      @Nullable Receipt earlier,
      boolean edit) {
    GatewayConfig config = configuration.get();
    Identity identity = desired.identity();
    if (identity.executor().equals(thread.thread().requestor().orElse(null))) {
      return agents.of(config, thread, desired, id);
    }
    Executor executor = config.catalogue().executors().get(identity.executor());
    if (executor == null) {
      return Optional.empty();
    }
    Audience audience =
        config.catalogue().audiences().getOrDefault(identity.channel(), Audience.MACHINES);
    Asked asked =
        new Asked(config, thread, desired, id, executor, audience, holder, request, earlier, edit);
    return executor
        .address(identity.channel(), identity.address())
        .flatMap(address -> notification(asked, address));
  }

  private static @Nullable String holder(Asked asked) {
    @Nullable String id = asked.holder();
    return id == null
        ? null
        : asked.config().catalogue().executor(id).map(Executor::name).orElse(id);
  }

  private Optional<Notification> notification(Asked asked, Address address) {
    @Nullable LinkClaims claims = claims(asked, address);
    @Nullable FileLinks files = claims == null ? null : files(asked, claims);
    EarlierThreads threads = earlier.apply(asked.identity().exchange());
    MessThread thread = named(asked, shown(asked, files, threads));
    @Nullable NotificationContent content =
        ContentFactory.of(asked.identity(), thread, holder(asked), asked.audience(), texts(asked))
            .orElse(null);
    if (content == null) {
      return Optional.empty();
    }
    return Optional.of(
        notification(
            asked,
            content instanceof TaskFinished finished ? seen(asked, finished) : content,
            address,
            thread,
            claims,
            document(asked, files, threads)));
  }

  /** People know an agent by its name, and machines by its id. */
  private static MessThread named(Asked asked, MessThread thread) {
    if (!asked.people()) {
      return thread;
    }
    String id = thread.requestor().orElse("");
    String name = asked.config().catalogue().nameOf(id);
    return name.equals(id) ? thread : thread.withRequestor(id, name);
  }

  /** Whoever did it is not told who; what was found is for those who see the whole thread. */
  private static TaskFinished seen(Asked asked, TaskFinished finished) {
    List<String> readers = asked.desired().recipients();
    boolean own = asked.holderReads() && readers.size() == 1;
    Catalogue catalogue = asked.config().catalogue();
    boolean seen =
        own
            || readers.stream()
                .allMatch(id -> catalogue.executor(id).filter(Executor::seesThread).isPresent());
    return new TaskFinished(
        finished.how(), own ? null : finished.by(), seen ? finished.found() : List.of());
  }

  /** Of several who share an address, the first one's. */
  private static Texts texts(Asked asked) {
    for (String id : asked.desired().recipients()) {
      Executor reader = asked.config().catalogue().executors().get(id);
      if (reader != null) {
        return reader.texts();
      }
    }
    return asked.config().languages().usual();
  }

  private @Nullable LinkClaims claims(Asked asked, Address address) {
    Identity identity = asked.identity();
    boolean opens =
        opensTask(asked) && links.opens(asked.config().clientUrl(), asked.audience(), address);
    return opens
        ? links.granted(
            identity.exchange(),
            identity.ref(),
            identity.executor(),
            asked.desired().deadline(),
            asked.config().catalogue().sharing(identity.channel(), identity.address()))
        : null;
  }

  private Notification notification(
      Asked asked,
      NotificationContent content,
      Address address,
      MessThread thread,
      @Nullable LinkClaims claims,
      TaskDocument document) {
    GatewayConfig config = asked.config();
    Set<MessageButton> actions = buttons.of(asked.identity(), asked.holderReads());
    boolean answerable = asked.people() && !actions.isEmpty();
    String replyCode = answerable ? buttons.replyCode(asked.identity(), asked.request()) : "";
    return new Notification(
        asked.id(),
        content,
        config.title(),
        address,
        recipients(config.catalogue(), asked.desired().recipients()),
        thread,
        asked.desired().deadline(),
        claims == null ? null : links.links(config.clientUrl(), asked.id(), claims),
        actions,
        answerable ? RequestedAnswers.of(asked.thread().thread()) : List.of(),
        document,
        new DeliveryOptions(silent(asked), asked.earlier(), replyCode));
  }

  private static boolean silent(Asked asked) {
    return asked.edit() || asked.thread().thread().priority() == Priority.BACKGROUND;
  }

  /** People who cannot act on a task any more get no link to it. */
  private static boolean opensTask(Asked asked) {
    return asked.audience() == Audience.MACHINES
        || switch (asked.identity().kind()) {
          case REQUEST, CLAIMED, REPLY, REMINDER -> true;
          case TAKEN -> asked.holderReads();
          case CANCELLED, EXPIRED, FINISHED, TROUBLE, DIGEST, TEST -> false;
          case RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE -> false;
        };
  }

  private static MessThread shown(Asked asked, @Nullable FileLinks files, EarlierThreads threads) {
    MessThread thread = asked.thread().thread();
    return new ReadableThread(files, ref -> threads.of(thread, ref)).of(thread);
  }

  private static TaskDocument document(
      Asked asked, @Nullable FileLinks files, EarlierThreads threads) {
    Identity identity = asked.identity();
    return new ThreadView(
            asked.thread().parsed(),
            identity.kind(),
            new Viewer(identity.executor(), asked.executor().seesThread()),
            files)
        .naming(threads);
  }

  private FileLinks files(Asked asked, LinkClaims claims) {
    GatewayConfig config = asked.config();
    return links.files(
        config.clientUrl(), claims, permitted.in(config, asked.identity().exchange()));
  }

  private static List<Recipient> recipients(Catalogue catalogue, Collection<String> ids) {
    List<Recipient> recipients = new ArrayList<>(ids.size());
    for (String id : ids) {
      Executor one = catalogue.executors().get(id);
      if (one != null) {
        recipients.add(new Recipient(one.id(), one.name(), one.zone(), one.texts()));
      }
    }
    return recipients;
  }
}
