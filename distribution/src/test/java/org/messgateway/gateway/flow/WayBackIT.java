package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.Conforms;

/** Executors answer, and the whole exchange sees it. */
class WayBackIT {

  private static final String REF = "2026-11-21-001";
  private static final String CLAIM = "MESS:\n  - status: { code: claimed }\n";
  private static final String DONE =
      """
      MESS:
        - status: { code: completed }
        - response:
            content:
              - "The plants look fine."
      """;
  private static final int MANY = 50;

  @TempDir private Path folder;
  private House house;

  @BeforeEach
  void aHouse() throws IOException {
    house = new House(Files.createDirectory(folder.resolve("home")));
  }

  @Test
  void oneOfFiftyWhoClaimAtOnceHasItAndTheOthersAreTold() throws Exception {
    try (Robots robots = Robots.start()) {
      house.configure(robots(robots, MANY));
      try (HouseGateway _ = HouseGateway.start(house)) {
        house.put(Request.of(REF));
        List<HttpResponse<String>> answers = atOnce(robots, robots.await("request", MANY), CLAIM);
        assertEquals(1, answers.stream().filter(each -> each.statusCode() == 200).count());
        List<HttpResponse<String>> second =
            answers.stream().filter(each -> each.statusCode() == 409).toList();
        assertEquals(MANY - 1, second.size(), answers.toString());
        String winner = holder();
        assertTrue(
            second.stream().allMatch(each -> each.body().contains("\"" + winner + "\"")),
            "each is told who has it");
        robots.await("taken", MANY - 1);
        assertEquals(winner, robots.await("claimed", 1).getFirst().robot());
        assertEquals(MANY - 1, distinct(robots.calls("taken")).size(), "each is told once");
      }
    }
  }

  @Test
  @Conforms({62, 80, 166, 189})
  void aTaskGoesFromAskedToAnswered() throws Exception {
    try (Robots robots = Robots.start()) {
      house.configure(robots(robots, 1));
      robots.answer(call -> call.kind().equals("request") ? CLAIM : "");
      try (HouseGateway _ = HouseGateway.start(house)) {
        house.put(Request.of(REF));
        Robots.Call verdict = robots.await("claimed", 1).getFirst();
        house.awaitNoted(Duration.ofSeconds(10), 1);
        assertTrue(text().contains("action: dispatched"), text());
        assertEquals(200, robots.post(verdict, DONE).statusCode());
        String text = text();
        assertTrue(text.contains("status: completed"), text);
        assertTrue(text.contains("The plants look fine."), text);
        Eventually.within(
            Duration.ofSeconds(10),
            "it lies where finished ones lie",
            () -> Files.isDirectory(house.home().resolve("state=finished").resolve(REF)));
      }
    }
  }

  @Test
  void aBidInTheBodyRacesAClaimByPost() throws Exception {
    try (Robots robots = Robots.start()) {
      house.configure(robots(robots, 2));
      try (HouseGateway _ = HouseGateway.start(house)) {
        robots.answer(
            call -> call.robot().equals("robot-0") && call.kind().equals("request") ? CLAIM : "");
        house.put(Request.of(REF));
        Robots.Call other =
            robots.await("request", 2).stream()
                .filter(call -> call.robot().equals("robot-1"))
                .findFirst()
                .orElseThrow();
        int status = robots.post(other, CLAIM).statusCode();
        Robots.Call claimed = robots.await("claimed", 1).getFirst();
        Robots.Call taken = robots.await("taken", 1).getFirst();
        assertEquals(status == 200 ? "robot-1" : "robot-0", claimed.robot());
        assertEquals(status == 200 ? "robot-0" : "robot-1", taken.robot());
      }
    }
  }

  @Test
  void whatIsGivenBackIsOfferedToTheOthersAgain() throws Exception {
    try (Robots robots = Robots.start()) {
      house.configure(robots(robots, 2));
      try (HouseGateway _ = HouseGateway.start(house)) {
        house.put(Request.of(REF));
        Robots.Call first = robots.await("request", 2).getFirst();
        assertEquals(200, robots.post(first, CLAIM).statusCode());
        robots.await("taken", 1);
        String declined = "MESS:\n  - status: { code: declined, reason: battery low }\n";
        assertEquals(200, robots.post(first, declined).statusCode());
        Robots.Call again =
            robots.await("request", 3).stream()
                .filter(call -> !call.robot().equals(first.robot()))
                .reduce((earlier, later) -> later)
                .orElseThrow();
        assertEquals(200, robots.post(again, CLAIM).statusCode());
        assertEquals(200, robots.post(again, DONE).statusCode());
        assertTrue(text().contains("status: completed"));
      }
    }
  }

  @Test
  void whatWasAcknowledgedIsThereAfterAKill() throws Exception {
    try (Robots robots = Robots.start()) {
      house.configure(robots(robots, 1));
      GatewayProcess process = GatewayProcess.run(house).awaitReady();
      try {
        house.put(Request.of(REF));
        Robots.Call call = robots.await("request", 1).getFirst();
        assertEquals(200, robots.post(call, CLAIM).statusCode());
        assertEquals(200, robots.post(call, DONE).statusCode());
        process.kill();
      } finally {
        process.close();
      }
      assertTrue(text().contains("The plants look fine."), "it was on the disk before the 200");
      try (GatewayProcess again = GatewayProcess.run(house).awaitReady()) {
        Eventually.within(
            Duration.ofSeconds(20),
            "a move that was cut off is finished",
            () -> Files.isDirectory(house.home().resolve("state=finished").resolve(REF)));
        assertEquals(1, count(text(), "The plants look fine."), "it stands there once");
        assertEquals(List.of(), again.stackTrace());
      }
    }
  }

  @Tag("proof")
  @Test
  void aWriterWithoutLockThatOverwritesAnAnswerDoesNotLoseIt() throws Exception {
    try (Robots robots = Robots.start()) {
      house.configure(robots(robots, 1));
      try (HouseGateway _ = HouseGateway.start(house)) {
        house.put(Request.of(REF));
        Robots.Call call = robots.await("request", 1).getFirst();
        Path file = file();
        String before = Files.readString(file);
        assertEquals(200, robots.post(call, CLAIM).statusCode());
        Path now = file();
        Files.writeString(now, before);
        Eventually.within(
            Duration.ofSeconds(30),
            () -> "the claim is there again: " + text(),
            () -> text().contains("code: claimed"));
      }
    }
  }

  @Test
  void theHolderIsToldWhenTheAgentCallsItOff() throws Exception {
    try (Robots robots = Robots.start()) {
      house.configure(robots(robots, 2));
      try (HouseGateway _ = HouseGateway.start(house)) {
        house.put(Request.of(REF));
        Robots.Call holder = robots.await("request", 2).getFirst();
        assertEquals(200, robots.post(holder, CLAIM).statusCode());
        robots.await("taken", 1);
        house.say(REF, "cancelled", "state=canceled");
        assertTrue(
            robots.await("cancelled", 2).stream()
                .anyMatch(call -> call.robot().equals(holder.robot())));
        assertEquals(409, robots.post(holder, DONE).statusCode(), "it is over");
        assertTrue(text().contains("The plants look fine."), "no content is thrown away");
      }
    }
  }

  private static Map<String, String> robots(Robots robots, int many) {
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int i = 0; i < many; i++) {
      addresses.put("robot-" + i, robots.url("robot-" + i));
    }
    return addresses;
  }

  private static List<HttpResponse<String>> atOnce(
      Robots robots, List<Robots.Call> calls, String said) throws Exception {
    CyclicBarrier start = new CyclicBarrier(calls.size());
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<String>>> sent = new ArrayList<>();
      for (Robots.Call call : calls) {
        sent.add(
            pool.submit(() -> {
              start.await();
              return robots.post(call, said);
            }));
      }
      List<HttpResponse<String>> answers = new ArrayList<>();
      for (Future<HttpResponse<String>> one : sent) {
        answers.add(one.get());
      }
      return answers;
    }
  }

  private static Set<String> distinct(List<Robots.Call> calls) {
    Set<String> robots = new HashSet<>();
    calls.forEach(call -> robots.add(call.robot()));
    return robots;
  }

  private String holder() {
    return text()
        .lines()
        .filter(line -> line.startsWith("executor: "))
        .map(line -> line.substring("executor: ".length()))
        .findFirst()
        .orElseThrow();
  }

  private String text() {
    try {
      return Files.readString(file());
    } catch (IOException e) {
      throw new AssertionError("the thread cannot be read", e);
    }
  }

  /** The thread's file, wherever it lies now. */
  private Path file() throws IOException {
    for (int tries = 0; tries < 100; tries++) {
      try (Stream<Path> folders = Files.list(house.home())) {
        List<Path> found =
            folders
                .filter(each -> each.getFileName().toString().startsWith("state="))
                .map(each -> each.resolve(REF).resolve(House.head(REF)))
                .filter(Files::exists)
                .toList();
        if (!found.isEmpty()) {
          return found.getFirst();
        }
      }
    }
    throw new AssertionError(REF + " is nowhere");
  }

  private static int count(String text, String part) {
    return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
  }
}
