package org.messgateway.api;

/**
 * A mistake in a setting.
 *
 * @param name the setting's name
 * @param sentence what is wrong and what would be right; never the value of a secret
 */
public record SettingProblem(String name, String sentence) {}
