package org.messgateway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {

  @Test
  void allGenerationsOfACollectorCount() throws IOException {
    String said =
        """
        4711:
        DefNew     total 4928K, used 2527K [0x00000000e0000000, 0x00000000e0550000)
         eden space 4416K,  45% used [0x00000000e0000000, 0x00000000e01fab70)
        Tenured    total 10944K, used 10766K [0x00000000eaaa0000, 0x00000000eb550000)
         the  space 10944K,  98% used [0x00000000eaaa0000, 0x00000000eb523b10)
         Metaspace       used 1429K, committed 1536K, reserved 65536K
        """;
    assertEquals((2527 + 10766) * 1024L, ProcessMemory.heap(said));
  }

  @Test
  void aHeapThatIsOneIsTakenAsItIs() throws IOException {
    String said =
        """
        4711:
         garbage-first heap   total reserved 524288K, committed 253952K, used 7342K [0x0000000e)
          region size 1024K, 5 young (5120K), 0 survivors (0K)
         Metaspace       used 1429K, committed 1536K, reserved 65536K
        """;
    assertEquals(7342 * 1024L, ProcessMemory.heap(said));
  }
}
