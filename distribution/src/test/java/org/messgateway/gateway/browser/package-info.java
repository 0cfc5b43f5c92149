/** The headless Chromium that tests of pages share; what a page is asked lives with its tests. */
@NullMarked
package org.messgateway.gateway.browser;

import org.jspecify.annotations.NullMarked;
