/**
 * The texts that people read, by key and language. What is said when, and to whom, is decided by
 * those who ask; texts for operators and programmers (log, console, problems) must not be here.
 */
@NullMarked
package org.messgateway.api.text;

import org.jspecify.annotations.NullMarked;
