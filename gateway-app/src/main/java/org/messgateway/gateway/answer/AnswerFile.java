package org.messgateway.gateway.answer;

import java.nio.file.Path;
import org.messgateway.api.mess.ContentEntry;

/**
 * A file that comes with an answer, received whole.
 *
 * @param part how entries refer to it
 * @param kind as what it is entered
 * @param name as the sender called it, not to be trusted
 * @param mime as the sender declared it, not to be trusted
 * @param content where it was received; belongs to the caller, who deletes it afterwards
 */
public record AnswerFile(
    String part, ContentEntry.Media.MediaKind kind, String name, String mime, Path content) {}
