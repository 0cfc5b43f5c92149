package org.messgateway.gateway.exchange.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.EntryWords;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadTexts;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.testkit.Conforms;

/** What a robot and a person get when a thread names a file of the gateway's machine. */
final class DispatchedFilesTest {

  private static final int LARGEST = 100;

  @TempDir private Path folder;
  private Path shelf;
  private FileLinks links;

  @BeforeEach
  void aFolderThatIsPermitted() throws IOException {
    Path permitted = Files.createDirectory(folder.resolve("photos"));
    shelf = Files.writeString(permitted.resolve("shelf.jpg"), "a picture");
    MovableClock clock = new MovableClock();
    LinkKey key = LinkKey.of(new byte[32], Optional.empty());
    links =
        new LinkFactory(new LinkTokens(key, clock), new ShortCodes(key), clock)
            .files(
                URI.create("https://m.example"),
                LinkClaims.granted("ex", "r1", "ana", clock.instant(), null),
                new LocalFiles(List.of(permitted), LARGEST));
  }

  private ParsedThread thread(String entry) throws Exception {
    return ThreadTexts.thread(
        "ref: r1\nrequestor: claude\nstatus: pending\n---\nfrom: claude\nMESS:\n"
            + "  - request:\n      intent: look\n      context:\n        - "
            + entry.replace("FILE", shelf.toUri().toString())
            + "\n");
  }

  private static String view(ParsedThread thread, String executor, FileLinks links) {
    return new String(
            new ThreadView(thread, NotificationKind.REQUEST, new Viewer(executor, false), links)
                .yaml(1 << 20),
            UTF_8)
        .replaceAll("token=[\\w.-]+", "token=T");
  }

  private String hidden(String kind) {
    return kind
        + ": {uri: \""
        + shelf.toUri()
        + "\", omitted: true, reason: \"it is on the machine of claude\"}";
  }

  private Media shown(ParsedThread thread) {
    List<ContentEntry> context =
        new ReadableThread(links, _ -> Optional.empty())
            .of(thread.thread())
            .request()
            .orElseThrow()
            .context();
    return (Media) context.getFirst();
  }

  @Test
  @Conforms(281)
  void anAttachmentOfAnotherTaskIsALinkOfThisOne() throws Exception {
    ParsedThread thread = thread("image: {uri: \"content://r0/att-001-image-a.jpg\", size: 9}");
    String view = view(thread, "ana", links);
    assertTrue(
        view.contains("uri: \"https://m.example/thread/r1/files/content-0-0?token=T\""), view);
    assertTrue(view.contains("size: 9"), view);
    assertEquals(
        "Picture attached: att-001-image-a.jpg", new EntryWords("claude").of(shown(thread)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"image: FILE", "image: {uri: FILE}", "{type: image, url: FILE}", "image: 'FILE'"})
  void aPermittedOneIsALinkWithTypeAndSize(String entry) throws Exception {
    String body = view(thread(entry), "robot", links);
    assertTrue(
        body.contains(
            "image: {uri: \"https://m.example/thread/r1/files/local-0-0?token=T\","
                + " mime: \"image/jpeg\", size: 9, name: \"shelf.jpg\"}"),
        body);
  }

  @Test
  void theJsonFormSaysTheSame() throws Exception {
    byte[] body =
        new ThreadView(
                thread("file: FILE"), NotificationKind.REQUEST, new Viewer("robot", false), links)
            .json(1 << 20);
    assertTrue(
        new String(body, UTF_8)
            .replaceAll("token=[\\w.-]+", "token=T")
            .contains(
                "{\"file\":{\"uri\":\"https://m.example/thread/r1/files/local-0-0?token=T\","
                    + "\"mime\":\"image/jpeg\",\"size\":9,\"name\":\"shelf.jpg\"}}"));
  }

  @Test
  void whatTheThreadSaysOfItsNameAndTypeStands() throws Exception {
    String body = view(thread("image: {uri: FILE, name: a shelf, mime: image/webp}"), "r", links);
    assertTrue(body.contains("mime: \"image/webp\", size: 9, name: \"a shelf\""), body);
  }

  @Test
  void oneThatVanishedSinceItWasRoutedIsOnTheMachineOfTheOneWhoAsks() throws Exception {
    ParsedThread routed = thread("image: FILE");
    Files.delete(shelf);
    assertTrue(view(routed, "robot", links).contains(hidden("image")));
    assertEquals(shelf.toUri().toString(), shown(routed).uri());
  }

  @Test
  void soIsOneThatIsTooLarge() throws Exception {
    ParsedThread thread = thread("file: FILE");
    Files.write(shelf, new byte[LARGEST + 1]);
    assertTrue(view(thread, "robot", links).contains(hidden("file")));
    assertEquals(shelf.toUri().toString(), shown(thread).uri());
  }

  @Test
  void soIsALinkOutOfTheFolder() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.jpg"), "a secret");
    Files.delete(shelf);
    Files.createSymbolicLink(shelf, secret);
    String body = view(thread("image: FILE"), "robot", links);
    assertTrue(body.contains(hidden("image")), body);
  }

  @Test
  void whoCanBeGivenNoLinkIsToldWhereItIs() throws Exception {
    ThreadView view =
        new ThreadView(
            thread("image: FILE"), NotificationKind.REQUEST, new Viewer("robot", false), null);
    assertTrue(new String(view.yaml(1 << 20), UTF_8).contains(hidden("image")));
  }

  @Test
  void whoAskedKnowsWhoseMachineItIs() throws Exception {
    ParsedThread thread = thread("image: FILE");
    Files.delete(shelf);
    assertFalse(view(thread, "claude", links).contains("omitted"));
  }

  @Test
  void picturesOfTheWebAreForMachinesToFetch() throws Exception {
    String body = view(thread("image: https://pictures.example/1.jpg"), "robot", links);
    assertTrue(body.endsWith("- image: https://pictures.example/1.jpg\n"), body);
  }

  @Test
  void toPeopleAPermittedOneIsAnAttachmentLikeAllOthers() throws Exception {
    assertEquals(
        new Media(Media.MediaKind.IMAGE, null, "shelf.jpg", "shelf.jpg", "image/jpeg", 9),
        shown(thread("image: FILE")));
  }
}
