package org.messgateway.testkit;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.HttpHeaders;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A simulated service that speaks proper HTTP and gives every request the same answer. It is based
 * on WireMock.
 */
public final class HttpSimulator implements SimulatedService {

  private final WireMockServer server;
  private final Answers answers;

  private HttpSimulator(WireMockServer server, Answers answers) {
    this.server = server;
    this.answers = answers;
  }

  /** Starts a service that answers 404. */
  public static HttpSimulator start() {
    return start(ServiceDialogue.NONE);
  }

  /** Starts a service that answers 404 to what is no part of a dialogue. */
  public static HttpSimulator start(ServiceDialogue dialogue) {
    Answers answers = new Answers(dialogue);
    WireMockServer server =
        new WireMockServer(
            wireMockConfig().dynamicPort().bindAddress("127.0.0.1").extensions(answers));
    server.start();
    return new HttpSimulator(server, answers);
  }

  /** Puts the dialogue's answer in the place of the planned one. */
  private static final class Answers implements ResponseDefinitionTransformerV2 {

    private final ServiceDialogue dialogue;
    private volatile CannedResponse planned = CannedResponse.empty(404);
    private volatile boolean set;

    Answers(ServiceDialogue dialogue) {
      this.dialogue = dialogue;
    }

    @Override
    public ResponseDefinition transform(ServeEvent event) {
      if (!set) {
        return event.getResponseDefinition();
      }
      CannedResponse answer = dialogue.answer(seen(event.getRequest()), planned);
      return answer.equals(planned) ? event.getResponseDefinition() : response(answer).build();
    }

    @Override
    public String getName() {
      return "dialogue";
    }
  }

  /** Forgets all requests and sets the answer to all later requests. */
  public void answers(CannedResponse response) {
    server.resetAll();
    answers.planned = response;
    answers.set = true;
    server.stubFor(any(anyUrl()).willReturn(response(response)));
  }

  private static ResponseDefinitionBuilder response(CannedResponse cannedResponse) {
    ResponseDefinitionBuilder response =
        aResponse().withStatus(cannedResponse.status()).withBody(cannedResponse.body());
    cannedResponse.headers().forEach(response::withHeader);
    return response;
  }

  /** The WireMock server, for stubs by path, scenarios and delays. */
  public WireMockServer wireMock() {
    return server;
  }

  @Override
  public URI baseUrl() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  @Override
  public List<RecordedRequest> requests() {
    return server.getAllServeEvents().reversed().stream()
        .map(event -> seen(event.getRequest()))
        .toList();
  }

  private static RecordedRequest seen(LoggedRequest request) {
    Map<String, List<String>> headers = new TreeMap<>();
    HttpHeaders found = request.getHeaders();
    for (String name : found.keys()) {
      headers.put(name.toLowerCase(Locale.ROOT), found.getHeader(name).values());
    }
    return new RecordedRequest(
        request.getMethod().getName(), request.getUrl(), headers, request.getBody());
  }

  @Override
  public void close() {
    server.stop();
  }
}
