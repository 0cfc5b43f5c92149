package org.messgateway.gateway.demo;

/** A person's phone. */
interface Phone {

  /** Acts as the vendor's app: tells the simulated vendor, which calls the gateway. */
  void touch(PhoneAction action);
}
