package org.messgateway.gateway.respond;

import org.messgateway.api.TaskDocument;
import org.messgateway.api.Wording;
import org.messgateway.api.mess.ThreadStatus;

/**
 * A task, ready to be shown.
 *
 * @param title who speaks
 * @param answeringAs the executor's name as people call it
 * @param wording for people
 * @param document for machines
 */
public record Task(
    String ref,
    String title,
    String answeringAs,
    ThreadStatus status,
    Wording wording,
    TaskDocument document) {}
