package org.messgateway.gateway.exchange.remote;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.TransportException;

/**
 * Explains refusals and failures of a server to operators.
 *
 * @param shown name of the server in texts for people; holds no key
 */
record RemoteFailures(String shown) {

  private static final int FAILED = 500;

  /** Failure of an answer with an error status. */
  RemoteException refused(Response response, boolean writes) {
    int code = response.code();
    return switch (code) {
      case 401 ->
          problem(
              RemoteException.Reason.REFUSED,
              "does not know this key",
              "set api_key to the key that registering at the server gave");
      case 403 ->
          problem(
              RemoteException.Reason.REFUSED,
              "says that this key is for another exchange",
              "set url to the exchange the key was made for, or api_key to a key of this one");
      case 404 ->
          problem(
              RemoteException.Reason.ABSENT,
              "knows no such thing (404)",
              "set url to the exchange: https://HOST/api/v1/exchanges/NAME");
      case 429 ->
          new RemoteException(
              RemoteException.Reason.TOO_OFTEN,
              shown + " wants to be asked less often (429)",
              "set poll to a longer time",
              retryAfter(response),
              null);
      case 503 ->
          new RemoteException(
              RemoteException.Reason.AWAY,
              shown + " does nothing just now (503)",
              "look at the server; nothing is lost meanwhile",
              retryAfter(response),
              null);
      default ->
          code >= FAILED
              ? problem(
                  writes ? RemoteException.Reason.UNCERTAIN : RemoteException.Reason.FAILED,
                  "fails (" + code + ")",
                  "look at the server; nothing is lost meanwhile")
              : unexpectedAnswer("it answers " + code);
    };
  }

  private static @Nullable Duration retryAfter(Response response) {
    String header = response.header("Retry-After");
    try {
      return header == null ? null : Duration.ofSeconds(Long.parseLong(header.strip()));
    } catch (NumberFormatException date) {
      return null;
    }
  }

  /** Failure without a complete answer. */
  RemoteException failed(IOException e, boolean writes) {
    boolean sent = writes && (!(e instanceof TransportException transport) || transport.sent());
    String sentence = TransportException.outcome(e).sentence();
    return new RemoteException(
        sent ? RemoteException.Reason.UNCERTAIN : RemoteException.Reason.AWAY,
        shown + " cannot be reached: " + lowerFirst(sentence),
        "look whether the server runs and url is right; nothing is lost meanwhile",
        null,
        e);
  }

  /** Text of an error as the end of a sentence. */
  private static String lowerFirst(String sentence) {
    return sentence.replaceFirst("\\.$", "").toLowerCase(Locale.ROOT);
  }

  /** Failure of an answer that cannot be parsed. */
  RemoteException unexpectedAnswer(String what) {
    return problem(
        RemoteException.Reason.STRANGE,
        "is no exchange server as known here: " + what,
        "set url to the exchange: https://HOST/api/v1/exchanges/NAME");
  }

  private RemoteException problem(RemoteException.Reason reason, String what, String remedy) {
    return new RemoteException(reason, shown + " " + what, remedy, null, null);
  }
}
