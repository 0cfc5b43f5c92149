package org.messgateway.gateway.faults;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.messgateway.gateway.faults.agent.FaultAgent;

/** Makes the agent's jar from its classes. */
final class AgentJar {

  private static final List<String> CLASSES =
      List.of("FaultAgent", "CallSites", "CallSites$Code", "WritePoints", "ShiftedClock");

  private AgentJar() {}

  static void write(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", FaultAgent.class.getName());
    String folder = FaultAgent.class.getPackageName().replace('.', '/') + "/";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String name : CLASSES) {
        out.putNextEntry(new JarEntry(folder + name + ".class"));
        try (InputStream in = FaultAgent.class.getResourceAsStream(name + ".class")) {
          if (in == null) {
            throw new IOException("the agent's class is not here: " + name);
          }
          in.transferTo(out);
        }
      }
    }
  }
}
