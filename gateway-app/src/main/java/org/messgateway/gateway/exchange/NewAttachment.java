package org.messgateway.gateway.exchange;

import java.nio.file.Path;

/**
 * A file to be added to a thread as an attachment.
 *
 * @param kind image, audio, video or file: part of the attachment's name
 * @param name part of the attachment's name, with extension; already safe
 * @param content path of the source, which is only read
 */
public record NewAttachment(String kind, String name, Path content) {}
