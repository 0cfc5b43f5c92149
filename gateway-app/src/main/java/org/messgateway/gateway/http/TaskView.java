package org.messgateway.gateway.http;

import org.messgateway.api.NotificationText;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.ThreadStatus;

/**
 * A task as one executor may see it.
 *
 * @param title of the gateway
 * @param answeringAs the executor's name
 * @param notificationText for people
 * @param document for machines
 */
public record TaskView(
    String ref,
    String title,
    String answeringAs,
    ThreadStatus status,
    NotificationText notificationText,
    TaskDocument document) {}
