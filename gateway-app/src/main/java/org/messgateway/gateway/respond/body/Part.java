package org.messgateway.gateway.respond.body;

import java.io.InputStream;
import java.util.Optional;

/**
 * One part of a multipart body.
 *
 * @param name of the form's field
 * @param fileName as the sender called it; empty for a field that is no file
 * @param mime as the sender declared it, {@code application/octet-stream} when it did not
 * @param content to be read before the next part is asked for
 */
record Part(String name, Optional<String> fileName, String mime, InputStream content) {}
