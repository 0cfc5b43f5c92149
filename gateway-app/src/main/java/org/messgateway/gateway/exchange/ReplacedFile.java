package org.messgateway.gateway.exchange;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that was replaced and is kept for a while under a second name.
 *
 * @param kept its second name; null where the file system knows no such thing
 * @param was how it stood when it was replaced
 * @param head whether it begins with the envelope
 */
record ReplacedFile(Ref ref, @Nullable Path kept, FileStamp was, boolean head) {}
