package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Owner and permissions of a file that is replaced, which its successor keeps where it may. */
record FileRights(Path like) {

  private static final Logger log = LoggerFactory.getLogger(FileRights.class);

  private static final String RIGHTS = "unix:uid,gid,mode";

  void giveTo(Path path) throws IOException {
    PosixFileAttributeView from = Files.getFileAttributeView(like, PosixFileAttributeView.class);
    PosixFileAttributeView to = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (from != null && to != null && !same(like, path)) {
      PosixFileAttributes wanted = from.readAttributes();
      giveOwner(wanted, to);
      to.setPermissions(wanted.permissions());
    }
  }

  /** By numbers: names of owners and groups are asked of the system's directory each time. */
  private static boolean same(Path one, Path other) throws IOException {
    return one.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Files.readAttributes(one, RIGHTS).equals(Files.readAttributes(other, RIGHTS));
  }

  /** Only root may give files away; others keep at least the group, if they are in it. */
  private void giveOwner(PosixFileAttributes wanted, PosixFileAttributeView to) throws IOException {
    PosixFileAttributes is = to.readAttributes();
    try {
      if (!is.group().equals(wanted.group())) {
        to.setGroup(wanted.group());
      }
      if (!is.owner().equals(wanted.owner())) {
        to.setOwner(wanted.owner());
      }
    } catch (FileSystemException e) {
      log.debug("{} will belong to this user: {}", like, e.getMessage());
    }
  }
}
