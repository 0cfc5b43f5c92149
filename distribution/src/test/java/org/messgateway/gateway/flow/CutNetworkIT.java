package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.http.page.Phone;
import org.messgateway.testkit.simulator.VendorCall;

/** The page in a real browser over a line that breaks, with a whole gateway behind it. */
@Tag("proof")
class CutNetworkIT {

  private static final String REF = "2026-11-21-001";
  private static final Duration SOON = Duration.ofSeconds(40);

  @TempDir private static Path profile;
  private static Phone phone;

  @TempDir private Path folder;
  private House house;
  private Robots told;
  private HouseGateway gateway;
  private CutLine line;

  @BeforeAll
  static void open() {
    phone = Phone.open(profile);
  }

  @AfterAll
  static void close() {
    if (phone != null) {
      phone.close();
    }
  }

  @BeforeEach
  void aTaskForTwo() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    told = Robots.start();
    house.configure(
        """
        executors:
          teague: { name: Teague, notify: { webhook: "%s" } }
          ana: { name: Ana, notify: { webhook: "%s" } }
        """
            .formatted(told.url("teague"), told.url("ana")));
    gateway = HouseGateway.start(house);
    line = CutLine.to(gateway.port());
    house.put(Request.of(REF).with("response_hint:", "  - text: what grows", "  - image"));
    told.await("request", 2);
  }

  @AfterEach
  void stop() throws Exception {
    phone.offline(false);
    phone.go("about:blank");
    line.close();
    gateway.close();
    told.close();
  }

  @Test
  void aPhotoThatIsCutOffInTheMiddleOfSendingArrivesOnce() throws Exception {
    answerWithAPhoto();
    line.cutAfterSending(60_000);
    phone.tapSend("Send");
    arrivesOnce();
  }

  @Test
  void anAnswerOfWhichThePhoneNeverHearsThatItArrivedStandsThereOnce() throws Exception {
    answerWithAPhoto();
    line.loseTheAnswerAfterSending(60_000);
    phone.tapSend("Send");
    arrivesOnce();
  }

  @Test
  void ofTwoTabsThatClaimWithoutNetworkOneHasItAndTheOtherIsTold() {
    open("teague");
    phone.sees("Nobody has this yet");
    String first = phone.tab();
    phone.offline(true);
    phone.tap("I'll do it");
    phone.newTab();
    open("ana");
    phone.sees("Nobody has this yet");
    String second = phone.tab();
    phone.offline(true);
    phone.tap("I'll do it");
    assertTrue(house.threadText(REF).contains("status: pending"), "nothing has left the phone");
    phone.offline(false);
    phone.turnTo(first);
    phone.offline(false);
    Eventually.within(SOON, "one has it", () -> house.threadText(REF).contains("status: claimed"));
    boolean teague = house.threadText(REF).contains("executor: teague");
    phone.turnTo(first);
    phone.lookAgain();
    phone.sees(teague ? "You have it" : "Ana was faster");
    phone.turnTo(second);
    phone.lookAgain();
    phone.sees(teague ? "Teague was faster" : "You have it");
    assertEquals(1, count("code: claimed"), house.threadText(REF));
  }

  private void answerWithAPhoto() throws IOException {
    open("teague");
    phone.tap("I'll do it");
    phone.sees("You have it");
    phone.type("h0", "basil and mint");
    phone.tap("Gallery");
    phone.pick(noise());
    phone.sees("bed.jpg");
  }

  private void arrivesOnce() {
    phone.sees("claude-agent has your answer");
    assertEquals(1, line.cuts(), "the line was cut");
    assertEquals(1, count("code: completed"), house.threadText(REF));
    assertEquals(1, count("basil and mint"), house.threadText(REF));
    assertEquals(1, count("- image:"), house.threadText(REF));
  }

  private void open(String executor) {
    String token =
        VendorCall.pairs(told.of(executor, "request").respond().getRawQuery()).get("token");
    phone.go(line.url() + "/respond?ref=" + REF + "&token=" + token);
  }

  private int count(String part) {
    return house.threadText(REF).split(part, -1).length - 1;
  }

  /** A picture that cannot be packed well, as a photo. */
  private Path noise() throws IOException {
    BufferedImage image = new BufferedImage(1_200, 900, BufferedImage.TYPE_INT_RGB);
    Random random = new Random(1);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        image.setRGB(x, y, random.nextInt());
      }
    }
    Path file = folder.resolve("bed.png");
    assertTrue(ImageIO.write(image, "png", file.toFile()));
    return file;
  }
}
