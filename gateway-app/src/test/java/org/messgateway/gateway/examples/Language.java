package org.messgateway.gateway.examples;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What an example is written in, and how that is started here. */
public enum Language {
  JAVA(List.of(ProcessHandle.current().info().command().orElse("java"))),
  PYTHON(List.of("python3"));

  private static final Path EXAMPLES =
      Path.of(System.getProperty("mess.root", ".."), "examples").toAbsolutePath().normalize();

  private final List<String> interpreter;

  Language(List<String> interpreter) {
    this.interpreter = interpreter;
  }

  /** Whether this machine can run it; says so where it cannot. */
  public boolean isHere() {
    boolean here = onPath(interpreter.getFirst());
    if (!here) {
      // An assumption's words stand in the report only.
      System.err.println("Examples in " + this + " are not run: no " + interpreter.getFirst());
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
    return command(
        switch (this) {
          case JAVA -> "robot/Robot.java";
          case PYTHON -> "robot/robot.py";
        });
  }

  /** The shop proxy of examples/shop-proxy. */
  public List<String> shopProxy() {
    return command(
        switch (this) {
          case JAVA -> "shop-proxy/ShopProxy.java";
          case PYTHON -> "shop-proxy/shop_proxy.py";
        });
  }

  private List<String> command(String file) {
    return Stream.concat(interpreter.stream(), Stream.of(EXAMPLES.resolve(file).toString()))
        .toList();
  }
}
