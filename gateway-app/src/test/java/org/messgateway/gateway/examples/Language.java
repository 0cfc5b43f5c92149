package org.messgateway.gateway.examples;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What an example is written in, and how that is started here. */
public enum Language {
  JAVA(ProcessHandle.current().info().command().orElse("java")),
  PYTHON("python3");

  private static final Path EXAMPLES =
      Path.of(System.getProperty("mess.root", ".."), "examples").toAbsolutePath().normalize();

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
    return List.of(interpreter, EXAMPLES.resolve(file).toString());
  }
}
