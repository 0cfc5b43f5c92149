package org.messgateway.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hello server with the launcher's flags and the gateway's own jars of that web server. */
final class HelloStart implements Startable {

  private final Setting setting;
  private final String classPath;

  HelloStart(Setting setting) throws IOException {
    this.setting = setting;
    // An AOT cache takes jars only.
    Path jar = jar(setting.folder("hello").resolve("hello.jar"));
    try (Stream<Path> library = Files.list(setting.distribution().resolve("lib"))) {
      classPath =
          library
              .filter(file -> file.getFileName().toString().startsWith("helidon-"))
              .map(Path::toString)
              .sorted()
              .collect(Collectors.joining(File.pathSeparator, jar + File.pathSeparator, ""));
    }
  }

  private static Path jar(Path file) throws IOException {
    String name = HelloServer.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
        InputStream bytes = HelloStart.class.getClassLoader().getResourceAsStream(name)) {
      if (bytes == null) {
        throw new IOException("There is no " + name);
      }
      jar.putNextEntry(new JarEntry(name));
      bytes.transferTo(jar);
      jar.closeEntry();
    }
    return file;
  }

  @Override
  public Child start(String options, int port) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Child.java().toString(), "-Xmx512m", "-XX:+UseCompactObjectHeaders"));
    if (!options.isEmpty()) {
      command.addAll(List.of(options.split(" ", -1)));
    }
    command.addAll(List.of("-cp", classPath, HelloServer.class.getName(), Integer.toString(port)));
    return Child.start(setting.folder("hello").resolve("log"), Map.of(), command);
  }
}
