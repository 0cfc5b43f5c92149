package org.messgateway.gateway.conformance;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Elements beside the tests that show them: what is wrong with that, and the page of it. */
final class ConformanceTable {

  private static final String HEAD =
      """
      # Conformance

      What MESS asks for, element by element, and the tests that show that it is so. The build writes this page from
      `@Conforms` on the tests and from `elements.yaml`; nobody edits it. A build in which an element tagged M has no test
      fails.

      Tags: **M** the documents demand it; **D** they are silent or contradict themselves, and we decided; **O** optional in
      the plan; **F** for a later version; **R** of the reference implementation, beyond the documents. Sources: *protocol*
      is the MESS protocol 1.0.0, *v1.1* and *v2.1* are what its authors added, *plan* is its implementation plan, *ours* has
      no text there.

      """;

  private final List<Element> elements;
  private final Map<Integer, List<Showing>> shown;

  ConformanceTable(List<Element> elements, List<Showing> shown) {
    this.elements = elements;
    this.shown =
        shown.stream()
            .collect(Collectors.groupingBy(Showing::element, TreeMap::new, Collectors.toList()));
  }

  /**
   * Why the build must fail, a sentence each.
   *
   * @param decisions anchors in {@code docs/decisions}
   */
  List<String> mistakes(Set<String> decisions) {
    List<String> mistakes = new ArrayList<>();
    Set<Integer> numbers = new TreeSet<>();
    for (Element element : elements) {
      if (!numbers.add(element.number())) {
        mistakes.add("elements.yaml has " + element.number() + " twice");
      }
      mistakes.addAll(mistakes(element, decisions));
    }
    shown.forEach((number, tests) -> {
      if (!numbers.contains(number)) {
        mistakes.add("there is no element " + number + ", which " + names(tests) + " shows");
      }
    });
    return mistakes;
  }

  private List<String> mistakes(Element element, Set<String> decisions) {
    List<String> mistakes = new ArrayList<>();
    String name = element.number() + " (" + element.says() + ")";
    if (element.open() == null && tests(element).isEmpty()) {
      if (element.demanded()) {
        mistakes.add("no test shows " + name);
      } else if (element.ruling() == null) {
        mistakes.add("no test shows " + name + ", and no decision says why it is not built");
      }
    }
    if (element.open() != null && !tests(element).isEmpty()) {
      mistakes.add(name + " is not open: " + names(tests(element)) + " shows it");
    }
    if ((element.lacks() == null) != (element.ruling() == null)) {
      mistakes.add(name + ": what it lacks and the decision belong together");
    }
    if (element.ruling() != null && !decisions.contains(element.ruling())) {
      mistakes.add(name + ": there is no decision " + element.ruling());
    }
    return mistakes;
  }

  private List<Showing> tests(Element element) {
    return shown.getOrDefault(element.number(), List.of());
  }

  private static String names(List<Showing> tests) {
    return tests.stream().map(Showing::test).collect(Collectors.joining(", "));
  }

  /** The page. */
  String page() {
    Map<String, List<Element>> groups =
        elements.stream()
            .collect(
                Collectors.groupingBy(Element::group, LinkedHashMap::new, Collectors.toList()));
    StringBuilder page = new StringBuilder(HEAD);
    page.append("| group | elements | shown by tests | of them in part | not shown | open |\n");
    page.append("|---|---:|---:|---:|---:|---:|\n");
    groups.forEach((group, of) -> total(page, "[" + group + "](#" + slug(group) + ")", of));
    total(page, "**all**", elements);
    total(page, "tagged M", elements.stream().filter(Element::demanded).toList());
    open(page);
    groups.forEach((group, of) -> group(page, group, of));
    return page.toString();
  }

  private void total(StringBuilder page, String name, List<Element> of) {
    Predicate<Element> has = element -> !tests(element).isEmpty();
    long open = of.stream().filter(element -> element.open() != null).count();
    long yes = of.stream().filter(has).count();
    long part = of.stream().filter(has).filter(element -> element.lacks() != null).count();
    page.append(
        "| %s | %d | %d | %d | %d | %d |%n"
            .formatted(name, of.size(), yes, part, of.size() - yes - open, open));
  }

  private void open(StringBuilder page) {
    Map<String, List<Element>> reasons =
        elements.stream()
            .filter(element -> element.open() != null)
            .collect(
                Collectors.groupingBy(
                    element -> String.valueOf(element.open()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    if (!reasons.isEmpty()) {
      page.append("\n## Open\n\n");
    }
    reasons.forEach((reason, of) -> {
      page.append("- ").append(reason).append(":\n");
      for (Element element : of) {
        page.append("  - %d %s%n".formatted(element.number(), escaped(element.says())));
      }
    });
  }

  private void group(StringBuilder page, String group, List<Element> of) {
    page.append("\n## ").append(group).append("\n\n");
    page.append("| # | tag | requirement | source | shown by |\n|---:|---|---|---|---|\n");
    for (Element element : of) {
      page.append(
          "| %d | %s | %s | %s | %s |%n"
              .formatted(
                  element.number(),
                  element.tag(),
                  escaped(element.says()),
                  escaped(element.from()),
                  shownBy(element)));
    }
  }

  private String shownBy(Element element) {
    if (element.open() != null) {
      return "[open](#open)";
    }
    String links =
        tests(element).stream().map(ConformanceTable::link).collect(Collectors.joining(", "));
    String lacks = element.lacks();
    String ruling = element.ruling();
    if (lacks == null || ruling == null) {
      return links.isEmpty() ? "–" : links;
    }
    String room = ruling.substring(0, ruling.lastIndexOf('-'));
    String shown = links.isEmpty() ? "" : links + "; in part: ";
    return "%s%s ([decision](decisions/%s.md#%s))".formatted(shown, escaped(lacks), room, ruling);
  }

  private static String link(Showing test) {
    String path = test.file().toString().replace(File.separatorChar, '/');
    return "[" + test.test() + "](../" + path + ")";
  }

  private static String slug(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
  }

  /** Text as it stands, within a cell; what is quoted as code needs nothing but its bars. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    boolean code = false;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      code ^= each == '`';
      if (each == '|' || (!code && "<>*".indexOf(each) >= 0)) {
        escaped.append('\\');
      }
      escaped.append(each);
    }
    return escaped.toString();
  }
}
