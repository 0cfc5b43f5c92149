package org.messgateway.gateway.examples;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** What an example is written in, and how that is started here. */
public enum Language {
  JAVA(ProcessHandle.current().info().command().orElse("java")),
  PYTHON("python3");

  private static final Path EXAMPLES =
      Path.of(System.getProperty("mess.root", ".."), "examples").toAbsolutePath().normalize();

  private static final Map<String, Path> CLASSES = new ConcurrentHashMap<>();

  private final String interpreter;

  Language(String interpreter) {
    this.interpreter = interpreter;
  }

  /** Whether this machine can run it; says so where it cannot. */
  public boolean isHere() {
    boolean here = onPath(interpreter);
    if (!here) {
      // An assumption's words stand in the report only.
      System.err.println("Examples in " + this + " are not run: no " + interpreter);
    }
    return here;
  }

  static boolean onPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder).resolve(program))
        .anyMatch(Files::isExecutable);
  }

  /** The robot of examples/robot. */
  public List<String> robot() {
    return switch (this) {
      case JAVA -> compiled("robot", "Robot");
      case PYTHON -> robotAsDocumented();
    };
  }

  /** The shop proxy of examples/shop-proxy. */
  public List<String> shopProxy() {
    return switch (this) {
      case JAVA -> compiled("shop-proxy", "ShopProxy");
      case PYTHON -> shopProxyAsDocumented();
    };
  }

  /** By the command that its README names. */
  List<String> robotAsDocumented() {
    return command(
        switch (this) {
          case JAVA -> "robot/Robot.java";
          case PYTHON -> "robot/robot.py";
        });
  }

  /** By the command that its README names. */
  List<String> shopProxyAsDocumented() {
    return command(
        switch (this) {
          case JAVA -> "shop-proxy/ShopProxy.java";
          case PYTHON -> "shop-proxy/shop_proxy.py";
        });
  }

  private List<String> command(String file) {
    return List.of(interpreter, file(file).toString());
  }

  /** Compiled once in a process: Java compiles a source that it starts from each time. */
  private List<String> compiled(String folder, String name) {
    Path classes = classes(folder, name);
    return List.of(
        interpreter,
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        classes.toString(),
        name);
  }

  /** Where a class of {@code examples/} lies, compiled with those of its folder that it needs. */
  static Path classes(String folder, String name) {
    return CLASSES.computeIfAbsent(name, _ -> compile(folder, name));
  }

  /** A file of {@code examples/}. */
  static Path file(String path) {
    return EXAMPLES.resolve(path);
  }

  private static Path compile(String folder, String name) {
    try {
      Path classes = Files.createTempDirectory(Path.of("target"), name + "-").toAbsolutePath();
      Path sources = EXAMPLES.resolve(folder);
      String source = sources.resolve(name + ".java").toString();
      int status =
          ToolProvider.getSystemJavaCompiler()
              .run(
                  null,
                  null,
                  null,
                  "-d",
                  classes.toString(),
                  "-sourcepath",
                  sources.toString(),
                  source);
      if (status != 0) {
        throw new AssertionError(source + " does not compile");
      }
      return classes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
