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
final class StartableHelloServer implements StartableServer {

  private final BenchmarkEnvironment environment;
  private final String classPath;

  StartableHelloServer(BenchmarkEnvironment environment) throws IOException {
    this.environment = environment;
    // An AOT cache takes jars only.
    Path jar = jar(environment.folder("hello").resolve("hello.jar"));
    try (Stream<Path> library = Files.list(environment.distribution().resolve("lib"))) {
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
        InputStream bytes = StartableHelloServer.class.getClassLoader().getResourceAsStream(name)) {
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
  public ChildProcess start(String options, int port) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ChildProcess.java().toString(),
                "-Xms16m",
                "-Xmx512m",
                "-XX:+UseCompactObjectHeaders",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:MaxTenuringThreshold=0",
                "-XX:+UseTransparentHugePages"));
    if (!options.isEmpty()) {
      command.addAll(List.of(options.split(" ", -1)));
    }
    command.addAll(List.of("-cp", classPath, HelloServer.class.getName(), Integer.toString(port)));
    return ChildProcess.start(environment.folder("hello").resolve("log"), Map.of(), command);
  }
}
