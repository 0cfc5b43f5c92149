package org.messgateway.gateway.home;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;

/** Memory of one call of the system: its arguments, its results, its error. One call at a time. */
final class CallMemory {

  /** Bytes of a file or of events. */
  static final int CONTENT = 16 * 1024;

  private static final int STATE = 256;
  private static final int NAME = 4096;
  private static final int STATUS = STATE;
  private static final int FIRST = 2 * STATE;
  private static final int SECOND = FIRST + NAME;
  private static final int BYTES = SECOND + NAME;
  private static final short READABLE = 1;
  private static final int ERRNO =
      (int)
          Linker.Option.captureStateLayout()
              .byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private final MemorySegment all = Arena.ofAuto().allocate(BYTES + CONTENT, 16);
  final MemorySegment error = all.asSlice(0, STATE);
  private final MemorySegment content = all.asSlice(BYTES, CONTENT);

  /** All of it once more: single values are read and written faster so. */
  private final ByteBuffer bytes = all.asByteBuffer().order(ByteOrder.nativeOrder());

  /** Address of a name. */
  long name(String text) throws IOException {
    return set(FIRST, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Address of a name in the system's own letters. */
  long name(byte[] text) throws IOException {
    return set(FIRST, text);
  }

  /** Address of a second name. */
  long other(String text) throws IOException {
    return set(SECOND, text.getBytes(StandardCharsets.UTF_8));
  }

  private long set(int at, byte[] text) throws IOException {
    if (text.length >= NAME) {
      String name = new String(text, StandardCharsets.UTF_8);
      throw new FileSystemException(name, null, "File name too long");
    }
    bytes.put(at, text).put(at + text.length, (byte) 0);
    return all.address() + at;
  }

  /** Address of what the system says of a file. */
  long status() {
    return all.address() + STATUS;
  }

  NativeStatus found() {
    return NativeStatus.of(bytes, STATUS);
  }

  /** Address of the number 1. */
  long one() {
    bytes.putLong(BYTES, 1);
    return all.address() + BYTES;
  }

  /** Address of two descriptors, of which one is to be readable: struct pollfd. */
  long both(int one, int other) {
    bytes.putInt(BYTES, one).putShort(BYTES + 4, READABLE);
    bytes.putInt(BYTES + 8, other).putShort(BYTES + 12, READABLE);
    return all.address() + BYTES;
  }

  MemorySegment content(int wanted) {
    return wanted <= CONTENT ? content : Arena.ofAuto().allocate(wanted);
  }

  /** What the caller is told of a call's result. */
  int checked(int result) {
    return result < 0 ? -bytes.getInt(ERRNO) : result;
  }
}
