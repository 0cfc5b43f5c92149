package org.messgateway.gateway.exchange.late;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.files.FileStamp;

/**
 * A file that was replaced and is kept by a hard link.
 *
 * @param kept the link; null where the file system has no hard links
 * @param was metadata at the time of replacement
 * @param firstFile whether the file begins with the envelope
 */
public record ReplacedFile(Ref ref, @Nullable Path kept, FileStamp was, boolean firstFile) {}
