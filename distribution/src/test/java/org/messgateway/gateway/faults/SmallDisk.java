package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.messgateway.gateway.flow.House;

/** The disk is full for a while, or cannot be written. Needs the right to mount a small one. */
record SmallDisk(String name) implements Fault {

  private static final Duration SOON = Duration.ofSeconds(60);

  @Override
  public Row run(Plan plan) throws Exception {
    boolean full = name.startsWith("disk full");
    Path folder = Scene.folder(plan, name);
    Path disk = Files.createDirectory(folder.resolve("disk"));
    if (status("mount", "-t", "tmpfs", "-o", "size=6m", "mess-faults", disk.toString()) != 0) {
      return Row.skipped(name, "this user may not mount a file system");
    }
    House house =
        full ? new House(disk) : new House(Files.createDirectory(folder.resolve("home")), disk);
    try (Scene scene = Scene.of(plan, name, folder, house, (_, _) -> () -> {})) {
      return full ? full(plan, scene, disk) : readOnly(plan, scene, disk);
    } finally {
      status("umount", "-l", disk.toString());
    }
  }

  private static Row full(Plan plan, Scene scene, Path disk) throws Exception {
    int share = plan.few(6, 40);
    scene.ready();
    scene.write(share);
    scene.awaitArrivals(share / 3, SOON);
    fill(disk.resolve("filler"));
    Thread.sleep(plan.few(2000, 6000));
    Files.delete(disk.resolve("filler"));
    scene.claim(scene.running().log().contains("disk is full"), "nobody met the full disk");
    scene.write(share);
    return scene.finish(SOON.multipliedBy(2));
  }

  private static Row readOnly(Plan plan, Scene scene, Path disk) throws Exception {
    int share = plan.few(6, 40);
    scene.ready();
    scene.write(share);
    scene.awaitArrivals(share / 3, SOON);
    remount(disk, "ro");
    Thread.sleep(plan.few(2000, 6000));
    remount(disk, "rw");
    scene.claim(scene.running().log().contains("read-only"), "nobody met the read-only disk");
    scene.write(share);
    return scene.finish(SOON.multipliedBy(2));
  }

  /** Refused while a file is open for writing, which is seldom for long. */
  private static void remount(Path disk, String mode) throws IOException, InterruptedException {
    for (int tries = 0; status("mount", "-o", "remount," + mode, disk.toString()) != 0; tries++) {
      if (tries > 200) {
        throw new IOException(disk + " could not be made " + mode);
      }
      Thread.sleep(5);
    }
  }

  private static void fill(Path filler) throws IOException {
    byte[] page = new byte[4096];
    boolean room = true;
    Files.createFile(filler);
    while (room) {
      try {
        Files.write(filler, page, StandardOpenOption.APPEND);
      } catch (IOException full) {
        room = false;
      }
    }
  }

  private static int status(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
