/** The commands people type. Each command reads, asks or starts; none holds logic of delivery. */
@NullMarked
package org.messgateway.gateway.cli;

import org.jspecify.annotations.NullMarked;
