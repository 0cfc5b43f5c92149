package org.messgateway.gateway.remote;

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
import org.messgateway.adapter.okhttp.AllowList;
import org.messgateway.adapter.okhttp.BoundedDns;
import org.messgateway.adapter.okhttp.OneTryClient;
import org.messgateway.api.Address;
import org.messgateway.gateway.exchange.Ref;

/**
 * Speaks to a reference exchange server. One call is one request; none takes longer than ten
 * seconds. The key is in no message. Any thread.
 */
final class RemoteClient implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(10);

  /** Threads carry pictures inline. */
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
    AllowList allow = AllowList.of(settings.allow());
    AddressGuard.Trust trust = AddressGuard.trust(base.host(), Address.Origin.CONFIGURATION, allow);
    this.client =
        new AddressGuard(trust, allow, "exchange.allow")
            .guard(OneTryClient.builder(LIMIT, LARGEST), new BoundedDns(Dns.SYSTEM, LIMIT))
            .build();
  }

  /** A list has a line of everybody's: what one of them wrote must not make all unreadable. */
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

  /** What came back. */
  record Answer(JsonNode body, @Nullable String tag) {}

  /**
   * All threads, in short.
   *
   * @param tag of the list as it was last seen
   * @return empty when nothing has changed since
   */
  Optional<Answer> list(@Nullable String tag) throws RemoteException {
    Request.Builder request = new Request.Builder().url(at("requests")).get();
    if (tag != null) {
      request.header("If-None-Match", tag);
    }
    return call(request, false, lists);
  }

  /** One thread, whole. */
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

  /** A file that lies beside a thread's documents there. */
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

  /** How the server keeps its threads, where it says so. */
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
      // Only the exchange itself has to answer.
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
        .orElseThrow(() -> failures.strange("it says that nothing has changed, and was not asked"))
        .body();
  }

  private Optional<Answer> call(Request.Builder request, boolean writes, ObjectMapper reader)
      throws RemoteException {
    try (Response response = client.newCall(signed(request)).execute()) {
      if (response.code() == 304) {
        return Optional.empty();
      }
      if (!response.isSuccessful()) {
        throw failures.refused(response, writes);
      }
      return Optional.of(new Answer(read(response, reader), response.header("ETag")));
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
      throw failures.strange("its answer is no JSON");
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
    OneTryClient.close(client);
  }
}
