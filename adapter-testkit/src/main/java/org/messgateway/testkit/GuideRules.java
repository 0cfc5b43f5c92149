package org.messgateway.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.PlainText;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.SetupGuide;

/** What a guide has to say so that a person who follows it has a channel that works. */
final class GuideRules {

  private static final Pattern VARIABLES = Pattern.compile("([A-Z][A-Z0-9_]*)?");

  private GuideRules() {}

  /**
   * A sentence for each rule that a guide breaks.
   *
   * @param links whether the adapter's service has links that open a chat
   */
  static List<String> broken(AdapterDescription description, SetupGuide guide, boolean links) {
    List<String> broken = new ArrayList<>();
    if (guide.service().isBlank() || guide.remark().isBlank()) {
      broken.add("the service and the remark have words for people");
    }
    if (asksForSecrets(description, guide) && guide.steps().isEmpty()) {
      broken.add("the steps say where the secrets are found");
    }
    if (!readable(guide)) {
      broken.add("all but the text to paste are single lines that can be shown");
    }
    broken.addAll(aboutSettings(description, guide));
    if (guide.address().isBlank() && !links) {
      broken.add("the address is asked for, since there is no DeepLink");
    }
    if (guide.silence().isEmpty()) {
      broken.add("silence names why a test may not be seen");
    }
    if (!VARIABLES.matcher(guide.variables()).matches()) {
      broken.add("variables begin names of the environment: capitals, digits and _");
    }
    return broken;
  }

  private static List<String> aboutSettings(AdapterDescription description, SetupGuide guide) {
    List<String> broken = new ArrayList<>();
    List<String> described = names(description, _ -> true);
    guide.settings().stream()
        .filter(name -> !described.contains(name))
        .forEach(name -> broken.add("the setting " + name + " is described"));
    names(description, SettingDescription::required).stream()
        .filter(name -> !guide.settings().contains(name))
        .forEach(name -> broken.add("the setting " + name + " is required, so it is asked for"));
    if (new HashSet<>(guide.settings()).size() < guide.settings().size()) {
      broken.add("each setting is asked for once");
    }
    return broken;
  }

  private static List<String> names(
      AdapterDescription description, Predicate<SettingDescription> which) {
    return description.settings().stream().filter(which).map(SettingDescription::name).toList();
  }

  /** Whether it asks for anything that a service could refuse. */
  static boolean asksForSecrets(AdapterDescription description, SetupGuide guide) {
    return description.settings().stream()
        .anyMatch(
            each -> each.kind() == SettingKind.SECRET && guide.settings().contains(each.name()));
  }

  private static boolean readable(SetupGuide guide) {
    return Stream.of(
                Stream.of(guide.service(), guide.remark(), guide.address()),
                guide.steps().stream(),
                guide.silence().stream())
            .flatMap(each -> each)
            .allMatch(text -> text.equals(PlainText.line(text)))
        && Stream.concat(guide.steps().stream(), guide.silence().stream())
            .noneMatch(String::isBlank);
  }
}
