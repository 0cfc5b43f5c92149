package org.messgateway.gateway.channels.discovery;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.messgateway.api.AdapterProvider;
import org.slf4j.Logger;

/** Makes real jars of third parties, from source, with the compiler of the running JDK. */
public final class JarMaker {

  private static final String SERVICES = "META-INF/services/" + AdapterProvider.class.getName();

  private final Path scratch;
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final List<String> left = new ArrayList<>();
  private final List<String> services = new ArrayList<>();
  private final List<Path> libraries = new ArrayList<>();

  public JarMaker(Path scratch) {
    this.scratch = scratch;
  }

  public JarMaker source(String className, String text) {
    sources.put(className, text);
    return this;
  }

  /** Compiled with the others, but forgotten when the jar is packed. */
  JarMaker forgotten(String className, String text) {
    left.add(className);
    return source(className, text);
  }

  public JarMaker service(String className) {
    services.add(className);
    return this;
  }

  /** Compiled against these too, before anything of ours. */
  JarMaker against(List<Path> jars) {
    libraries.addAll(jars);
    return this;
  }

  public Path jar(Path file) throws IOException {
    Path classes = Files.createTempDirectory(scratch, "classes");
    compile(classes);
    Files.createDirectories(file.getParent());
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file));
        Stream<Path> compiled = Files.walk(classes)) {
      for (Path one : compiled.filter(Files::isRegularFile).sorted().toList()) {
        String name = classes.relativize(one).toString();
        if (left.stream()
            .noneMatch(forgotten -> name.equals(forgotten.replace('.', '/') + ".class"))) {
          put(out, name, Files.readAllBytes(one));
        }
      }
      if (!services.isEmpty()) {
        put(
            out,
            SERVICES,
            String.join("\n", services).getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return file;
  }

  private static void put(OutputStream to, String name, byte[] content) throws IOException {
    ZipOutputStream out = (ZipOutputStream) to;
    out.putNextEntry(new ZipEntry(name));
    out.write(content);
    out.closeEntry();
  }

  private void compile(Path classes) throws IOException {
    if (sources.isEmpty()) {
      return;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, null, null)) {
      List<String> options =
          List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath());
      boolean done = compiler.getTask(null, files, diagnostics, options, null, texts()).call();
      if (!done) {
        throw new IllegalArgumentException(String.valueOf(diagnostics.getDiagnostics()));
      }
    }
  }

  private List<Text> texts() {
    return sources.entrySet().stream().map(e -> new Text(e.getKey(), e.getValue())).toList();
  }

  private String classPath() {
    return Stream.concat(
            libraries.stream().map(Path::toString),
            Stream.of(AdapterProvider.class, Logger.class, AdapterRegistry.class)
                .map(JarMaker::whereFrom))
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  private static String whereFrom(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Text extends SimpleJavaFileObject {

    private final String text;

    Text(String className, String text) {
      super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
