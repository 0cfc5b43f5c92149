package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;

/** A home directory for one test. */
record Home(Path path, AdapterRegistry registry) {

  static final ZoneId ZONE = ZoneOffset.UTC;

  Home(Path path) {
    this(path, TestProvider.registry());
  }

  Home config(String text) {
    return file(ConfigLoader.FILE, text);
  }

  Home file(String name, String text) {
    try {
      Path file = path.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  ConfigLoader loader() {
    return new ConfigLoader(registry, ZONE);
  }

  LoadResult load(Map<String, String> environment) {
    return loader().load(path, environment);
  }

  LoadResult load() {
    return load(Map.of());
  }

  GatewayConfig valid(Map<String, String> environment) {
    return switch (load(environment)) {
      case LoadResult.Valid valid -> valid.config();
      case LoadResult.Invalid invalid -> throw new AssertionError(ConfigReport.of(invalid));
    };
  }

  GatewayConfig valid() {
    return valid(Map.of());
  }

  List<ConfigProblem> mistakes() {
    return switch (load()) {
      case LoadResult.Valid valid -> List.of();
      case LoadResult.Invalid invalid -> invalid.problems();
    };
  }

  List<ConfigProblem> warnings() {
    return load().warnings();
  }
}
