/** The table of what MESS asks for, written from the tests that show it. */
@NullMarked
package org.messgateway.gateway.conformance;

import org.jspecify.annotations.NullMarked;
