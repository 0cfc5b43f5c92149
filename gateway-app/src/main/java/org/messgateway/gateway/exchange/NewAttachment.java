package org.messgateway.gateway.exchange;

import java.nio.file.Path;

/**
 * A file to be put beside a thread's documents.
 *
 * @param kind image, audio, video or file: a part of its name there
 * @param name a part of its name too, extension included; already made safe
 * @param content where it lies now; only read
 */
public record NewAttachment(String kind, String name, Path content) {}
