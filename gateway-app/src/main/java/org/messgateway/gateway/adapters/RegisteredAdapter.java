package org.messgateway.gateway.adapters;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Adapter;
import org.messgateway.api.Correctable;
import org.messgateway.api.DeepLink;
import org.messgateway.api.Editable;
import org.messgateway.api.Finds;
import org.messgateway.api.Inbound;
import org.messgateway.api.Lookup;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.SelfTest;

/**
 * An adapter as the rest of the gateway uses it: every call runs with the adapter's class loader as
 * context class loader, and throws nothing but {@link AdapterFailure}.
 */
public final class RegisteredAdapter implements Adapter {

  private static final List<Class<?>> ABILITIES =
      List.of(
          Editable.class,
          Lookup.class,
          Correctable.class,
          Inbound.class,
          SelfTest.class,
          Finds.class,
          DeepLink.class);

  private final Isolation isolation;
  private final Adapter isolated;

  RegisteredAdapter(Isolation isolation, Adapter foreign) {
    this.isolation = isolation;
    this.isolated = isolate(foreign);
  }

  private Adapter isolate(Adapter foreign) {
    Class<?>[] faces =
        Stream.concat(
                Stream.of(Adapter.class), ABILITIES.stream().filter(a -> a.isInstance(foreign)))
            .toArray(Class<?>[]::new);
    return (Adapter)
        Proxy.newProxyInstance(
            RegisteredAdapter.class.getClassLoader(), faces, new Isolated(isolation, foreign));
  }

  @Override
  public Outcome deliver(Notification notification) {
    return isolated.deliver(notification);
  }

  /** What the adapter can do beyond sending, isolated too; empty when it cannot. */
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

  /** Where the adapter came from, for people. */
  public String origin() {
    return isolation.origin();
  }

  @Override
  public void close() {
    isolated.close();
  }

  private record Isolated(Isolation isolation, Adapter foreign) implements InvocationHandler {

    @Override
    @SuppressWarnings("ReferenceEquality") // A proxy is equal to itself only.
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
      return switch (method.getName()) {
        case "equals" -> arguments != null && proxy == arguments[0];
        case "hashCode" -> System.identityHashCode(proxy);
        case "toString" -> "adapter of " + isolation.origin();
        default -> isolation.call(method.getName(), () -> reflect(method, arguments)).value();
      };
    }

    /** Boxed, because {@code close} returns nothing. */
    private Answer reflect(Method method, Object @Nullable [] arguments) {
      try {
        return new Answer(method.invoke(foreign, arguments));
      } catch (InvocationTargetException thrown) {
        throw rethrown(thrown.getCause() == null ? thrown : thrown.getCause());
      } catch (IllegalAccessException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    private RuntimeException rethrown(Throwable thrown) {
      if (thrown instanceof Error error) {
        throw error;
      }
      throw thrown instanceof RuntimeException runtime
          ? runtime
          : new AdapterFailure(isolation.origin(), "a call", thrown);
    }
  }

  private record Answer(@Nullable Object value) {}
}
