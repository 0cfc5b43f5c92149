import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the YAML body of a webhook; Java 25, nothing but the JDK.
 *
 * <p>It knows what threads are written in: block and flow style, plain and quoted text, {@code |}
 * and {@code >} blocks, comments, the core schema of YAML 1.2. Anchors, tags and keys that are no
 * text are refused and never guessed: who meets those asks the gateway for {@code format: json}.
 */
final class MessYaml {

  private static final int DEEPEST = 100;
  private static final Pattern SEPARATOR = Pattern.compile("---[ \t]*");
  private static final Pattern NOTHING = Pattern.compile("(?s)[ \t]*(#.*)?");
  private static final Pattern COMMENT = Pattern.compile("(?:^|[ \t])#");
  private static final Pattern COLON = Pattern.compile(":(?:[ \t]|\\z)");
  private static final Pattern PLAIN =
      Pattern.compile("[^ \t\\[\\]{}#&*!|>'\"%@`,?:-]|[?:-](?=[^ \t,\\[\\]{}])");
  private static final Pattern VALUE_END = Pattern.compile("[ \t]*\\z|[ \t]+#");
  private static final Pattern FLOW_END =
      Pattern.compile("[\\[\\]{},]|:(?=[ \t,\\[\\]{}]|\\z)|(?:^|[ \t])#|\\z");
  private static final Pattern BLOCK =
      Pattern.compile("([|>])(?:([-+])([1-9])?|([1-9])([-+])?)?(?:[ \t]+(?s:#.*)|[ \t]*)");
  private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
  private static final Pattern OTHER_BASE = Pattern.compile("0o[0-7]+|0x[0-9a-fA-F]+");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]+");
  private static final String ESCAPES = "0abt\tnvfre \"/\\N_LP";
  private static final String ESCAPED =
      "\0\u0007\b\t\t\n\u000B\f\r\u001B \"/\\\u0085\u00A0\u2028\u2029";

  // A place is a row and a column. A dash or a key that was read is overwritten by blanks, so that
  // what follows it in the line stands at an indentation of its own.
  private final List<String> lines;
  private int row;
  private int column;
  private int depth;

  private MessYaml(List<String> lines) {
    this.lines = lines;
  }

  /**
   * Envelope and messages, as the JSON form has them.
   *
   * @throws IllegalArgumentException where it cannot be read
   */
  static Map<String, Object> thread(byte[] body) {
    List<Object> documents = new ArrayList<>();
    List<String> part = new ArrayList<>();
    for (String line : (text(body).replace("\r\n", "\n") + "\n---").split("\n", -1)) {
      if (!SEPARATOR.matcher(line).matches()) {
        part.add(line);
      } else {
        if (!part.stream().allMatch(each -> NOTHING.matcher(each).matches())) {
          documents.add(new MessYaml(part).document());
        }
        part = new ArrayList<>();
      }
    }
    Map<String, Object> thread = new LinkedHashMap<>();
    thread.put("envelope", documents.isEmpty() ? null : documents.removeFirst());
    thread.put("messages", documents);
    return thread;
  }

  private static String text(byte[] body) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the body is not UTF-8", e);
    }
  }

  private Object document() {
    Object value = block(-1);
    if (more()) {
      throw wrong("something stands at a wrong indentation");
    }
    return value;
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("line " + (row + 1) + " of a document: " + what);
  }

  private IllegalArgumentException notUnderstood(char character) {
    return wrong(character + " is not understood here");
  }

  /** Goes to the next line with something in it; whether there is one. */
  private boolean more() {
    while (row < lines.size() && NOTHING.matcher(lines.get(row)).matches()) {
      row++;
    }
    if (row == lines.size()) {
      return false;
    }
    if (line().charAt(indent(line())) == '\t') {
      throw wrong("a tab indents it");
    }
    return true;
  }

  private String line() {
    return lines.get(row);
  }

  private void deeper() {
    if (++depth > DEEPEST) {
      throw wrong("nested too deep");
    }
  }

  private void blank(int end) {
    lines.set(row, " ".repeat(end) + line().substring(end));
  }

  private static boolean finds(Pattern pattern, String line, int at) {
    return matcher(pattern, line, at).lookingAt();
  }

  /** Beginnings are those of the line, not of the place where it looks. */
  private static Matcher matcher(Pattern pattern, String line, int at) {
    return pattern
        .matcher(line)
        .useAnchoringBounds(false)
        .useTransparentBounds(true)
        .region(at, line.length());
  }

  // Block style: indentation tells what belongs to what.

  /** What is indented deeper than its parent; null where there is nothing. */
  private Object block(int parent) {
    if (!more() || indent(line()) <= parent) {
      return null;
    }
    deeper();
    int at = indent(line());
    Object value;
    if (dash(line(), at)) {
      value = sequence(at);
    } else if (keyEnd(line(), at) > 0) {
      value = mapping(at);
    } else {
      value = scalar(parent);
    }
    depth--;
    return value;
  }

  private List<Object> sequence(int at) {
    List<Object> value = new ArrayList<>();
    while (more() && dash(line(), at) && indent(line()) == at) {
      blank(at + 1);
      value.add(block(at));
    }
    return value;
  }

  private Map<String, Object> mapping(int at) {
    Map<String, Object> value = new LinkedHashMap<>();
    while (more() && indent(line()) == at) {
      int end = keyEnd(line(), at);
      if (end == 0 || dash(line(), at)) {
        throw wrong("no key with a colon");
      }
      String key = key(at, end);
      if (value.containsKey(key)) {
        throw wrong("a key for the second time");
      }
      blank(end);
      value.put(key, valueOfKey(at));
    }
    return value;
  }

  private Object valueOfKey(int at) {
    int rowOfKey = row;
    boolean there = more();
    if (there && row == rowOfKey) {
      int inLine = indent(line());
      if (dash(line(), inLine) || keyEnd(line(), inLine) > 0) {
        throw wrong("two keys in one line");
      }
      return block(at);
    }
    // A list may stand as deep as the key it belongs to.
    boolean beneath = there && indent(line()) == at && dash(line(), at);
    return beneath ? sequence(at) : block(at);
  }

  private String key(int at, int end) {
    char first = line().charAt(at);
    if (first == '"' || first == '\'') {
      column = at;
      return quoted(first);
    }
    return strip(line().substring(at, end - 1));
  }

  /** A text of any kind, or a flow collection: it ends with its line. */
  private Object scalar(int parent) {
    column = indent(line());
    char first = line().charAt(column);
    if (first == '|' || first == '>') {
      return literal(parent);
    }
    if ("[{\"'".indexOf(first) < 0) {
      return plainLines(parent);
    }
    Object value = flow();
    if (!finds(VALUE_END, line(), column)) {
      throw wrong("something stands behind a value");
    }
    row++;
    return value;
  }

  private Object plainLines(int parent) {
    if (!finds(PLAIN, line(), column)) {
      throw notUnderstood(line().charAt(column));
    }
    StringBuilder words = new StringBuilder();
    int breaks = 0;
    boolean commented = false;
    while (!commented && row < lines.size()) {
      Matcher comment = COMMENT.matcher(line());
      commented = comment.find();
      String text = strip(commented ? line().substring(0, comment.start()) : line());
      if (text.isEmpty() && !commented) {
        breaks++;
      } else if (!words.isEmpty() && (text.isEmpty() || indent(line()) <= parent)) {
        break;
      } else if (COLON.matcher(text).find()) {
        throw wrong("a colon and a blank in a text without quotes");
      } else {
        words.append(words.isEmpty() ? "" : between(breaks)).append(text);
        breaks = 0;
      }
      row++;
    }
    return plain(words.toString());
  }

  private static String between(int breaks) {
    return breaks == 0 ? " " : "\n".repeat(breaks);
  }

  private String literal(int parent) {
    Matcher head = matcher(BLOCK, line(), column);
    if (!head.matches()) {
      throw wrong("the head of a block is not understood");
    }
    String chomp = head.group(2) == null ? head.group(5) : head.group(2);
    String digit = head.group(3) == null ? head.group(4) : head.group(3);
    row++;
    int deep = digit == null ? indentBelow() : Math.max(parent, 0) + Integer.parseInt(digit);
    List<String> rows = new ArrayList<>();
    while (deep > parent
        && row < lines.size()
        && (indent(line()) >= deep || indent(line()) == line().length())) {
      rows.add(line().substring(Math.min(deep, line().length())));
      row++;
    }
    int last = rows.size();
    while (last > 0 && rows.get(last - 1).isEmpty()) {
      last--;
    }
    List<String> filled = rows.subList(0, last);
    String text = head.group(1).equals("|") ? String.join("\n", filled) : folded(filled);
    if ("-".equals(chomp)) {
      return text;
    }
    String ends = "+".equals(chomp) ? "\n".repeat(rows.size() - last) : "";
    return text + (last > 0 ? "\n" : "") + ends;
  }

  /** Indentation of the next line with something in it; 0 where there is none. */
  private int indentBelow() {
    for (int below = row; below < lines.size(); below++) {
      if (indent(lines.get(below)) < lines.get(below).length()) {
        return indent(lines.get(below));
      }
    }
    return 0;
  }

  // Flow style, and texts in quotes: here the ends of lines are blanks.

  /** Goes to the next character that is neither blank nor comment. */
  private char skip() {
    while (true) {
      int at = blanks(column);
      boolean commented = at < line().length() && line().charAt(at) == '#';
      if (at < line().length() && !(commented && (at > column || at == 0))) {
        column = at;
        return line().charAt(at);
      }
      nextLine();
    }
  }

  /** Behind the blanks that stand there. */
  private int blanks(int from) {
    int at = from;
    while (at < line().length() && (line().charAt(at) == ' ' || line().charAt(at) == '\t')) {
      at++;
    }
    return at;
  }

  private void nextLine() {
    if (row + 1 == lines.size()) {
      throw wrong("it ends within brackets or quotes");
    }
    row++;
    column = 0;
  }

  private Object flow() {
    char first = skip();
    deeper();
    Object value =
        switch (first) {
          case '"', '\'' -> quoted(first);
          case '[' -> flowList();
          case '{' -> flowMap();
          default -> plain(flowPlain());
        };
    depth--;
    return value;
  }

  private List<Object> flowList() {
    List<Object> value = new ArrayList<>();
    column++;
    while (skip() != ']') {
      value.add(flow());
      comma(']');
    }
    column++;
    return value;
  }

  private Map<String, Object> flowMap() {
    Map<String, Object> value = new LinkedHashMap<>();
    column++;
    while (skip() != '}') {
      char first = skip();
      String key = first == '"' || first == '\'' ? quoted(first) : flowPlain();
      if (value.containsKey(key)) {
        throw wrong("a key for the second time");
      }
      value.put(key, null);
      if (skip() == ':') {
        column++;
        value.put(key, skip() == ',' || skip() == '}' ? null : flow());
      }
      comma('}');
    }
    column++;
    return value;
  }

  private void comma(char end) {
    char here = skip();
    if (here == ',') {
      column++;
    } else if (here != end) {
      throw notUnderstood(here);
    }
  }

  private String flowPlain() {
    if (!finds(PLAIN, line(), column)) {
      throw notUnderstood(line().charAt(column));
    }
    StringBuilder words = new StringBuilder();
    int breaks = 0;
    while (true) {
      Matcher end = matcher(FLOW_END, line(), column);
      int to = end.find() ? end.start() : line().length();
      String text = strip(line().substring(column, to));
      if (!text.isEmpty()) {
        words.append(breaks == 0 ? "" : between(breaks - 1)).append(text);
        breaks = 0;
      }
      column = to;
      if (to < line().length()) {
        return words.toString();
      }
      nextLine();
      breaks++;
    }
  }

  private String quoted(char mark) {
    column++;
    StringBuilder text = new StringBuilder();
    while (true) {
      if (blanks(column) == line().length()) {
        text.append(fold());
        continue;
      }
      char here = line().charAt(column++);
      if (here == mark) {
        if (mark == '"' || column == line().length() || line().charAt(column) != mark) {
          return text.toString();
        }
        column++;
        text.append(mark);
      } else if (here == '\\' && mark == '"') {
        text.append(escaped());
      } else {
        text.append(here);
      }
    }
  }

  /** What the end of a line and the empty lines behind it stand for. */
  private String fold() {
    int breaks = -1;
    while (blanks(column) == line().length()) {
      nextLine();
      column = blanks(0);
      breaks++;
    }
    return between(breaks);
  }

  private String escaped() {
    if (column == line().length()) {
      nextLine();
      column = blanks(0);
      return "";
    }
    char code = line().charAt(column++);
    int simple = ESCAPES.indexOf(code);
    if (simple >= 0) {
      return ESCAPED.substring(simple, simple + 1);
    }
    int length = code == 'x' ? 2 : code == 'u' ? 4 : code == 'U' ? 8 : 0;
    String digits = line().substring(column, Math.min(column + length, line().length()));
    if (!HEX.matcher(digits).matches() || digits.length() != length) {
      throw wrong("an escape that is none");
    }
    column += length;
    return Character.toString(Integer.parseUnsignedInt(digits, 16));
  }

  private static int indent(String line) {
    int at = 0;
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  private static String strip(String text) {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
      end--;
    }
    int start = 0;
    while (start < end && (text.charAt(start) == ' ' || text.charAt(start) == '\t')) {
      start++;
    }
    return text.substring(start, end);
  }

  private static boolean dash(String line, int at) {
    return line.startsWith("-", at)
        && (at + 1 == line.length() || line.charAt(at + 1) == ' ' || line.charAt(at + 1) == '\t');
  }

  /** Where the value of a key begins that stands there; 0 where there is no key. */
  private static int keyEnd(String line, int at) {
    char first = line.charAt(at);
    if (first == '"' || first == '\'') {
      int end = quotesEnd(line, at, first);
      while (end < line.length() && (line.charAt(end) == ' ' || line.charAt(end) == '\t')) {
        end++;
      }
      return finds(COLON, line, end) ? end + 1 : 0;
    }
    Matcher colon = matcher(COLON, line, at);
    Matcher comment = matcher(COMMENT, line, at);
    boolean key =
        finds(PLAIN, line, at)
            && colon.find()
            && !(comment.find() && comment.start() < colon.start());
    return key ? colon.start() + 1 : 0;
  }

  /** Behind the quotes that end here; the line's end where they do not. */
  private static int quotesEnd(String line, int at, char mark) {
    int end = at + 1;
    while (end < line.length()) {
      boolean pair = mark == '"' ? line.charAt(end) == '\\' : line.startsWith("''", end);
      if (!pair && line.charAt(end) == mark) {
        return end + 1;
      }
      end += pair ? 2 : 1;
    }
    return line.length();
  }

  /** Lines of a {@code >} block become one; those that are indented deeper stay lines. */
  private static String folded(List<String> rows) {
    StringBuilder text = new StringBuilder();
    String before = "";
    int breaks = 0;
    for (String row : rows) {
      if (!row.isEmpty()) {
        boolean deeper = deeper(before) || deeper(row);
        text.append(before.isEmpty() ? "\n".repeat(breaks) : between(breaks + (deeper ? 1 : 0)));
        text.append(row);
        before = row;
        breaks = -1;
      }
      breaks++;
    }
    return text.toString();
  }

  private static boolean deeper(String row) {
    return row.startsWith(" ") || row.startsWith("\t");
  }

  /** Core schema of YAML 1.2: only these words and numbers are anything else than a text. */
  private static Object plain(String text) {
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> null;
      case "true", "True", "TRUE" -> true;
      case "false", "False", "FALSE" -> false;
      default ->
          text.length() > 64 || "-+.0123456789".indexOf(text.charAt(0)) < 0 ? text : number(text);
    };
  }

  private static Object number(String text) {
    if (INTEGER.matcher(text).matches()) {
      return small(new BigInteger(text));
    }
    if (OTHER_BASE.matcher(text).matches()) {
      return small(new BigInteger(text.substring(2), text.charAt(1) == 'x' ? 16 : 8));
    }
    return FLOAT.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
  }

  private static Number small(BigInteger number) {
    return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
  }
}
