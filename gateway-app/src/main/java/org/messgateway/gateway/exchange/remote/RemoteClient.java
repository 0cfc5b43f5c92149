package org.messgateway.gateway.exchange.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.BoundedDns;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.adapter.okhttp.SingleAttemptClient;
import org.messgateway.api.Address;
import org.messgateway.gateway.exchange.Ref;

/**
 * Client of a reference exchange server. One call is one request and takes ten seconds at most. No
 * error message holds the key. Thread-safe.
 */
final class RemoteClient implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(10);

  /** Most bytes of an answer: threads hold pictures inline. */
  private static final int LARGEST = 64 << 20;

  private static final MediaType JSON = MediaType.get("application/json");

  private final ObjectMapper mapper = new ObjectMapper();
  private final ObjectMapper lists = boundedBySizeOnly();
  private final RemoteSettings settings;
  private final HttpUrl base;
  private final OkHttpClient client;
  private final RemoteFailures failures;

  RemoteClient(RemoteSettings settings) {
    this.settings = settings;
    this.failures = new RemoteFailures(settings.shown());
    this.base = url(settings.url());
    HostAllowList allow = HostAllowList.of(settings.allow());
    AddressGuard.AddressTrust trust =
        AddressGuard.trust(base.host(), Address.Origin.CONFIGURATION, allow);
    this.client =
        new AddressGuard(trust, allow, "exchange.allow")
            .guard(SingleAttemptClient.builder(LIMIT, LARGEST), new BoundedDns(Dns.SYSTEM, LIMIT))
            .build();
  }

  /** A list has lines of all users: one invalid line must not make the list unreadable. */
  private static ObjectMapper boundedBySizeOnly() {
    StreamReadConstraints constraints =
        StreamReadConstraints.builder()
            .maxNestingDepth(LARGEST)
            .maxNameLength(LARGEST)
            .maxNumberLength(LARGEST)
            .maxStringLength(LARGEST)
            .build();
    return new ObjectMapper(JsonFactory.builder().streamReadConstraints(constraints).build());
  }

  private static HttpUrl url(URI uri) {
    HttpUrl url = HttpUrl.get(uri);
    if (url == null) {
      throw new IllegalArgumentException("an exchange server has an http or https URL");
    }
    return url;
  }

  /** An answer. */
  record RemoteResponse(JsonNode body, @Nullable String tag) {}

  /**
   * The list of all threads.
   *
   * @param tag of the list that was last read
   * @return empty when the list has not changed since
   */
  Optional<RemoteResponse> list(@Nullable String tag) throws RemoteException {
    Request.Builder request = new Request.Builder().url(at("requests")).get();
    if (tag != null) {
      request.header("If-None-Match", tag);
    }
    return call(request, false, lists);
  }

  /** One thread with all messages. */
  JsonNode thread(Ref ref) throws RemoteException {
    return body(new Request.Builder().url(at("requests", ref.value())).get(), false);
  }

  /** Appends to a thread, and sets its status when one is given. */
  void patch(Ref ref, Map<String, ?> body) throws RemoteException {
    JsonNode _ =
        body(new Request.Builder().url(at("requests", ref.value())).patch(json(body)), true);
  }

  /** Creates a thread. */
  JsonNode post(Map<String, ?> body) throws RemoteException {
    return body(new Request.Builder().url(at("requests")).post(json(body)), true);
  }

  /** An attachment of a thread. */
  byte[] attachment(Ref ref, String name) throws RemoteException {
    Request.Builder request =
        new Request.Builder().url(at("requests", ref.value(), "attachments", name)).get();
    try (Response response = client.newCall(signed(request)).execute()) {
      byte[] content = response.body().bytes();
      if (!response.isSuccessful()) {
        throw failures.refused(response, false);
      }
      return content;
    } catch (RemoteException e) {
      throw e;
    } catch (IOException e) {
      throw failures.failed(e, false);
    }
  }

  /** Storage mode of the server, where the server reports it. */
  Optional<String> mode() {
    int api = base.encodedPath().indexOf("/api/");
    HttpUrl health =
        base.newBuilder()
            .encodedPath(base.encodedPath().substring(0, Math.max(0, api)) + "/health")
            .build();
    try {
      return call(new Request.Builder().url(health).get(), false, mapper)
          .map(answer -> answer.body().path("mode").asText(""));
    } catch (RemoteException e) {
      // The check needs the exchange only.
      return Optional.empty();
    }
  }

  private HttpUrl at(String... segments) {
    HttpUrl.Builder url = base.newBuilder();
    for (String segment : segments) {
      url.addPathSegment(segment);
    }
    return url.build();
  }

  private RequestBody json(Map<String, ?> body) {
    try {
      return RequestBody.create(mapper.writeValueAsString(body), JSON);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plain values can be written as JSON", e);
    }
  }

  private JsonNode body(Request.Builder request, boolean writes) throws RemoteException {
    return call(request, writes, mapper)
        .orElseThrow(
            () -> failures.unexpectedAnswer("it says that nothing has changed, and was not asked"))
        .body();
  }

  private Optional<RemoteResponse> call(
      Request.Builder request, boolean writes, ObjectMapper reader) throws RemoteException {
    try (Response response = client.newCall(signed(request)).execute()) {
      if (response.code() == 304) {
        return Optional.empty();
      }
      if (!response.isSuccessful()) {
        throw failures.refused(response, writes);
      }
      return Optional.of(new RemoteResponse(read(response, reader), response.header("ETag")));
    } catch (RemoteException e) {
      throw e;
    } catch (IOException e) {
      throw failures.failed(e, writes);
    }
  }

  private JsonNode read(Response response, ObjectMapper reader) throws IOException {
    byte[] content = response.body().bytes();
    try {
      return reader.readTree(content);
    } catch (JsonProcessingException e) {
      throw failures.unexpectedAnswer("its answer is no JSON");
    }
  }

  private Request signed(Request.Builder request) {
    return request
        .header("Authorization", "Bearer " + settings.apiKey().reveal())
        .header("Accept", "application/json")
        .header("User-Agent", "mess-gateway")
        .build();
  }

  @Override
  public void close() {
    SingleAttemptClient.close(client);
  }
}
