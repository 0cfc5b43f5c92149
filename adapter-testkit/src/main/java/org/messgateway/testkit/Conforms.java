package org.messgateway.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The elements of MESS that a test shows, by their numbers in {@code docs/conformance.md}, which is
 * written from these annotations. A test class may carry it for all its tests.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Conforms {

  /** Numbers of the elements. */
  int[] value();
}
