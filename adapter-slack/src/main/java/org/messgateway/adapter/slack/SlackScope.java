package org.messgateway.adapter.slack;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The scopes that the app needs. Its manifest grants the same. */
enum SlackScope {
  CHAT_WRITE("chat:write", "nobody can be told anything"),
  IM_HISTORY("im:history", "what people write to the app directly is not heard"),
  CHANNELS_HISTORY("channels:history", "answers in threads of public channels are not heard"),
  GROUPS_HISTORY("groups:history", "answers in threads of private channels are not heard"),
  FILES_READ("files:read", "photos and files that people send cannot be fetched"),
  USERS_READ("users:read", "nobody can be found by e-mail address (link --slack EMAIL)"),
  USERS_READ_EMAIL(
      "users:read.email", "nobody can be found by e-mail address (link --slack EMAIL)");

  private final String code;
  private final String without;

  SlackScope(String code, String without) {
    this.code = code;
    this.without = without;
  }

  /** The scope in Slack's spelling: {@code chat:write}. */
  String code() {
    return code;
  }

  /** The function that needs the scope. */
  String without() {
    return without;
  }

  /** The scopes that are not in a list separated by commas. */
  static List<SlackScope> missing(String granted) {
    Set<String> may =
        Arrays.stream(granted.split(",", -1)).map(String::strip).collect(Collectors.toSet());
    return Arrays.stream(values()).filter(scope -> !may.contains(scope.code())).toList();
  }
}
