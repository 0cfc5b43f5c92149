package org.messgateway.gateway.demo;

/** A phone somebody holds. */
interface Handset {

  /** Does it as the vendor's app would, by telling the vendor, who tells the gateway. */
  void touch(Touch touch);
}
