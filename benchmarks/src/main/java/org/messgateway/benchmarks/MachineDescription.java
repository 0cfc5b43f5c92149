package org.messgateway.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.Instant;

/**
 * What it ran on.
 *
 * @param loadBefore load average of the last minute before anything was started; negative when
 *     unknown. More than a little of it, and the figures mean nothing
 */
record MachineDescription(
    String at, int cores, long memoryMiB, String java, String system, double loadBefore) {

  static MachineDescription now() {
    var system =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    return new MachineDescription(
        Instant.now().toString(),
        Runtime.getRuntime().availableProcessors(),
        system.getTotalMemorySize() >> 20,
        System.getProperty("java.vm.vendor") + " " + Runtime.version(),
        system.getName() + " " + system.getVersion() + " " + system.getArch(),
        system.getSystemLoadAverage());
  }

  @Override
  public String toString() {
    return "%s: %d cores, %d MiB, Java %s, %s, load average %.2f before the run"
        .formatted(at, cores, memoryMiB, java, system, loadBefore);
  }
}
