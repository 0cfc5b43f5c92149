package org.messgateway.gateway.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;
import org.messgateway.gateway.links.LinkClaims;

/**
 * {@code GET /thread/{ref}/remote/{document}/{number}}: a picture that a thread names by URL. The
 * caller says which place of the thread is meant, never where to fetch from.
 */
public final class RemoteRoutes implements HttpService {

  private static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");

  private final TokenGate gate;
  private final Places places;
  private final RemotePictures pictures;

  /** Addresses of pictures in threads. */
  @FunctionalInterface
  public interface Places {

    /** The addresses of one exchange of the gateway. */
    default Places in(String exchange) {
      return this;
    }

    /**
     * The URL of a picture; empty when there is none at this place that the reader may see.
     *
     * @param executor who reads
     * @param document position of the message
     * @param number of the picture among those of the message that lie elsewhere
     */
    Optional<String> url(String ref, String executor, int document, int number);
  }

  public RemoteRoutes(TokenGate gate, Places places, RemotePictures pictures) {
    this.gate = gate;
    this.places = places;
    this.pictures = pictures;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get("/thread/{ref}/remote/{document}/{number}", this::picture);
  }

  private void picture(ServerRequest request, ServerResponse response) {
    int document = number(request, "document");
    int number = number(request, "number");
    LinkClaims reader =
        gate.readingFile(request, parameter(request, "ref"), "remote/" + document + "/" + number);
    String url =
        places
            .in(reader.exchange())
            .url(reader.ref(), reader.executor(), document, number)
            .orElseThrow(() -> ProblemException.notFound("There is no such picture."));
    RemotePicture picture = pictures.fetch(url, reader.executor());
    response
        .header(HeaderNames.CONTENT_TYPE, picture.mime())
        .header(HeaderNames.CONTENT_DISPOSITION, "inline")
        .header(CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox")
        .send(picture.bytes());
  }

  private static int number(ServerRequest request, String name) {
    String text = parameter(request, name);
    if (!text.matches("\\d{1,6}")) {
      throw ProblemException.notFound("There is no such picture.");
    }
    return Integer.parseInt(text);
  }

  private static String parameter(ServerRequest request, String name) {
    return request.path().pathParameters().get(name);
  }
}
