package org.messgateway.api;

/**
 * A mistake in a setting.
 *
 * @param name the key of the setting
 * @param sentence what is wrong and what a correct value looks like; never the value of a secret
 */
public record SettingProblem(String name, String sentence) {}
