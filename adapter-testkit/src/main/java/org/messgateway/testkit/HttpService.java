package org.messgateway.testkit;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.HttpHeaders;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A service that speaks proper HTTP: answers every request the same until told otherwise. WireMock
 * stands behind it and can be had for more.
 */
public final class HttpService implements SimulatedService {

  private final WireMockServer server;

  private HttpService(WireMockServer server) {
    this.server = server;
  }

  /** Starts one that answers 404 until told what to answer. */
  public static HttpService start() {
    WireMockServer server =
        new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));
    server.start();
    return new HttpService(server);
  }

  /** Forgets all requests and answers each with this from now on. */
  public void answers(Answer answer) {
    server.resetAll();
    server.stubFor(any(anyUrl()).willReturn(response(answer)));
  }

  private static ResponseDefinitionBuilder response(Answer answer) {
    ResponseDefinitionBuilder response =
        aResponse().withStatus(answer.status()).withBody(answer.body());
    answer.headers().forEach(response::withHeader);
    return response;
  }

  /** WireMock itself, for stubs by path, scenarios and delays. */
  public WireMockServer wireMock() {
    return server;
  }

  @Override
  public URI baseUrl() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  @Override
  public List<SeenRequest> requests() {
    return server.getAllServeEvents().reversed().stream()
        .map(event -> seen(event.getRequest()))
        .toList();
  }

  private static SeenRequest seen(LoggedRequest request) {
    Map<String, List<String>> headers = new TreeMap<>();
    HttpHeaders found = request.getHeaders();
    for (String name : found.keys()) {
      headers.put(name.toLowerCase(Locale.ROOT), found.getHeader(name).values());
    }
    return new SeenRequest(
        request.getMethod().getName(), request.getUrl(), headers, request.getBody());
  }

  @Override
  public void close() {
    server.stop();
  }
}
