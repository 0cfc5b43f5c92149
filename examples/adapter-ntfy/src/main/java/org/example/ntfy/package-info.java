/** Push notifications by ntfy: an adapter built outside the gateway, as yours would be. */
package org.example.ntfy;
