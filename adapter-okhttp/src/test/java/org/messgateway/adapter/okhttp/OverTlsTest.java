package org.messgateway.adapter.okhttp;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.io.IOException;
import java.net.Socket;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import okhttp3.Connection;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverTlsTest {

  private final WireMockServer server =
      new WireMockServer(
          wireMockConfig().dynamicPort().dynamicHttpsPort().bindAddress("127.0.0.1"));

  @BeforeAll
  void start() {
    server.start();
    server.stubFor(any(anyUrl()).willReturn(ok("ok")));
  }

  @AfterAll
  void stop() {
    server.stop();
  }

  private Request post() {
    return new Request.Builder()
        .url("https://127.0.0.1:" + server.httpsPort() + "/x")
        .post(RequestBody.create("hello".getBytes(UTF_8)))
        .build();
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void anOpenConnectionIsUsedAgain(Protocol protocol) throws Exception {
    Set<Connection> connections = ConcurrentHashMap.newKeySet();
    OkHttpClient client =
        trusting(SingleAttemptClient.builder(Duration.ofSeconds(10), 1_000))
            .protocols(
                protocol == Protocol.HTTP_2
                    ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                    : List.of(Protocol.HTTP_1_1))
            .addNetworkInterceptor(chain -> {
              Connection connection = chain.connection();
              if (connection != null) {
                connections.add(connection);
              }
              return chain.proceed(chain.request());
            })
            .build();
    try {
      for (int i = 0; i < 5; i++) {
        try (Response response = client.newCall(post()).execute()) {
          assertEquals(protocol, response.protocol());
          assertEquals("ok", response.body().string());
        }
      }
      assertEquals(1, connections.size());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  @Test
  void aCertificateNobodyVouchesForSendsNothingAndSaysSo() {
    OkHttpClient client = SingleAttemptClient.builder(Duration.ofSeconds(10), 1_000).build();
    try {
      IOException failure =
          assertThrows(IOException.class, () -> client.newCall(post()).execute().close());
      Deferred outcome = TransportException.outcome(failure);
      assertEquals(FailureReason.UNREACHABLE, outcome.reason());
      assertEquals(Reach.BEFORE_SENDING, outcome.reach());
      assertEquals(
          "No secure connection could be made: check the certificate.", outcome.sentence());
    } finally {
      SingleAttemptClient.close(client);
    }
  }

  private static OkHttpClient.Builder trusting(OkHttpClient.Builder builder) throws Exception {
    Everybody everybody = new Everybody();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {everybody}, new SecureRandom());
    return builder
        .sslSocketFactory(context.getSocketFactory(), everybody)
        .hostnameVerifier((_, _) -> true);
  }

  /** WireMock vouches for itself. */
  private static final class Everybody extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
