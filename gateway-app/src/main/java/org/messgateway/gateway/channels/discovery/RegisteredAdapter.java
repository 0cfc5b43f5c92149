package org.messgateway.gateway.channels.discovery;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Adapter;
import org.messgateway.api.Address;
import org.messgateway.api.DeepLink;
import org.messgateway.api.DeliveryLookup;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.PersonLookup;
import org.messgateway.api.PlainText;
import org.messgateway.api.ReceiptStatusLookup;
import org.messgateway.api.SelfTest;
import org.messgateway.api.TaskPolling;

/**
 * An isolated adapter: every call runs with the adapter's class loader as context class loader, and
 * throws nothing but {@link AdapterFailure}, or the {@link IOException} that it declares, with its
 * sentence for people. Thread-safe.
 */
public final class RegisteredAdapter implements Adapter {

  private static final List<Class<?>> ABILITIES =
      List.of(
          Editable.class,
          DeliveryLookup.class,
          ReceiptStatusLookup.class,
          TaskPolling.class,
          Inbound.class,
          SelfTest.class,
          PersonLookup.class,
          DeepLink.class);

  private final IsolatedCall isolatedCall;
  private final Adapter foreign;
  private final String deliver;
  private final Adapter isolated;

  RegisteredAdapter(IsolatedCall isolatedCall, Adapter foreign) {
    this.isolatedCall = isolatedCall;
    this.foreign = foreign;
    this.deliver = foreign.getClass().getName() + ".deliver";
    this.isolated = isolate(foreign);
  }

  private Adapter isolate(Adapter foreign) {
    Class<?>[] faces =
        Stream.concat(
                Stream.of(Adapter.class), ABILITIES.stream().filter(a -> a.isInstance(foreign)))
            .toArray(Class<?>[]::new);
    return (Adapter)
        Proxy.newProxyInstance(
            RegisteredAdapter.class.getClassLoader(), faces, new Isolated(isolatedCall, foreign));
  }

  /** Nearly all deliveries come here: adapters of the class path are called without reflection. */
  @Override
  public Outcome deliver(Notification notification) {
    return isolatedCall.threads() == null
        ? isolatedCall.call(deliver, () -> foreign.deliver(notification))
        : isolated.deliver(notification);
  }

  /** An ability of the adapter beyond sending, isolated too; empty when it lacks it. */
  public <A> Optional<A> ability(Class<A> ability) {
    return ability.isInstance(isolated) ? Optional.of(ability.cast(isolated)) : Optional.empty();
  }

  /**
   * The isolated adapter itself, which implements each ability interface that the adapter has: for
   * code that knows dispatch-api only and asks with {@code instanceof}.
   */
  public Adapter isolated() {
    return isolated;
  }

  @Override
  public void close() {
    isolated.close();
  }

  /** Why nothing is given to its jar now, for people; empty while it may be called. */
  public Optional<String> hold() {
    return isolatedCall.hold();
  }

  private record Isolated(IsolatedCall isolatedCall, Adapter foreign) implements InvocationHandler {

    @Override
    @SuppressWarnings("ReferenceEquality") // A proxy is equal to itself only.
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws IOException {
      return switch (method.getName()) {
        case "equals" -> arguments != null && proxy == arguments[0];
        case "hashCode" -> System.identityHashCode(proxy);
        case "toString" -> "adapter of " + isolatedCall.origin();
        default -> value(calls(arguments), method, arguments);
      };
    }

    private @Nullable Object value(IsolatedCall calls, Method method, Object @Nullable [] arguments)
        throws IOException {
      CallResult result =
          calls.call(
              foreign.getClass().getName() + "." + method.getName(),
              () -> reflect(method, arguments));
      if (result.refusal() != null) {
        throw new IOException(JarLog.shown(calls.concealed(), PlainText.line(result.refusal())));
      }
      return result.value();
    }

    /** An address may be a secret, too. */
    private IsolatedCall calls(Object @Nullable [] arguments) {
      IsolatedCall calls = isolatedCall;
      for (Object argument : arguments == null ? NONE : arguments) {
        if (argument instanceof Notification notification) {
          calls = calls.concealing(notification.address().value());
        } else if (argument instanceof Address address) {
          calls = calls.concealing(address.value());
        }
      }
      return calls;
    }

    /** Boxed, because {@code close} returns nothing. A foreign list is read here. */
    private CallResult reflect(Method method, Object @Nullable [] arguments) throws Throwable {
      try {
        Object value = method.invoke(foreign, arguments);
        return new CallResult(value instanceof List<?> list ? List.copyOf(list) : value, null);
      } catch (InvocationTargetException thrown) {
        if (thrown.getCause() instanceof IOException refusal && declaresRefusals(method)) {
          return new CallResult(null, String.valueOf(refusal.getMessage()));
        }
        throw thrown.getCause() == null ? thrown : thrown.getCause();
      }
    }
  }

  private static final Object[] NONE = {};

  private static boolean declaresRefusals(Method method) {
    return List.of(method.getExceptionTypes()).contains(IOException.class);
  }

  /**
   * What came of a call.
   *
   * @param refusal the sentence of an exception that the method declares; null where there is none
   */
  private record CallResult(@Nullable Object value, @Nullable String refusal) {}
}
