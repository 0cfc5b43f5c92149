package org.messgateway.gateway.exchange.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.NativeStatus;

/**
 * Metadata of one file, read without opening it.
 *
 * @param name without its folder
 * @param inode 0 where the file system has none
 * @param size bytes
 * @param modified in the resolution of the file system
 * @param refusal why the file must not be opened; null when it may
 */
public record FileStamp(
    String name, long inode, long size, Instant modified, @Nullable String refusal) {

  static FileStamp of(String name, BasicFileAttributes attributes, @Nullable String refusal) {
    return new FileStamp(
        name,
        inode(attributes),
        attributes.size(),
        attributes.lastModifiedTime().toInstant(),
        refusal);
  }

  /** Metadata of a plain file. */
  public static FileStamp of(String name, NativeStatus plain) {
    return new FileStamp(name, plain.inode(), plain.size(), plain.modified(), null);
  }

  /** Metadata of a file that has just been written into an open folder. */
  public static FileStamp of(FileEntry written) throws IOException {
    return of(written.name(), written.folder().attributes(written.name()), null);
  }

  /** Metadata of a file of the gateway's own, which nobody else can swap. */
  public static FileStamp of(Path own) throws IOException {
    return of(
        String.valueOf(own.getFileName()),
        Files.readAttributes(own, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS),
        null);
  }

  /** The number in "(dev=fe01,ino=1234)"; asking for unix:ino costs a map for each file. */
  private static long inode(BasicFileAttributes attributes) {
    Object key = attributes.fileKey();
    if (key == null) {
      return 0;
    }
    String text = key.toString();
    int start = text.indexOf("ino=");
    return start < 0 ? text.hashCode() : Long.parseLong(text, start + 4, text.length() - 1, 10);
  }

  /** Written out: compared for each thread that is read or written. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileStamp that
        && inode == that.inode
        && size == that.size
        && modified.equals(that.modified)
        && name.equals(that.name)
        && Objects.equals(refusal, that.refusal);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Long.hashCode(inode);
  }

  /** The same file under another name. */
  public FileStamp as(String other) {
    return new FileStamp(other, inode, size, modified, refusal);
  }
}
