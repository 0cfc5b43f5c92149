"""Reads the YAML body of a webhook. Python 3.9 or later, standard library only.

It knows what threads are written in: block and flow style, plain and quoted text, `|` and `>` blocks, comments, the
core schema of YAML 1.2. Anchors, tags and keys that are no text are refused and never guessed: who meets those asks
the gateway for `format: json`. PyYAML is no substitute: it reads YAML 1.1, where `confirm: yes` is true.
"""

import re

DEEPEST = 100
SEPARATOR = re.compile(r"---[ \t]*\Z")
NOTHING = re.compile(r"[ \t]*(#.*)?\Z")
COMMENT = re.compile(r"(?:^|[ \t])#")
COLON = re.compile(r":(?:[ \t]|\Z)")
QUOTED_KEY = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*:(?=[ \t]|\Z)""")
PLAIN = re.compile(r"[^ \t\[\]{}#&*!|>'\"%@`,?:-]|[?:-](?=[^ \t,\[\]{}])")
BLANKS = re.compile(r"[ \t]*")
BLANK_END = re.compile(r"[ \t]*\Z")
VALUE_END = re.compile(r"[ \t]*\Z|[ \t]+#")
FLOW_END = re.compile(r"[\[\]{},]|:(?=[ \t,\[\]{}]|\Z)|(?:^|[ \t])#|\Z")
ORDINARY = re.compile(r"[^\"'\\ \t]+")
BLOCK = re.compile(r"([|>])(?:([-+])([1-9])?|([1-9])([-+])?)?(?:[ \t]+#.*|[ \t]*)\Z")
INTEGER = re.compile(r"[-+]?[0-9]+\Z")
OTHER_BASE = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
HEX = re.compile(r"[0-9a-fA-F]+\Z")
WORDS = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}
ESCAPES = dict(zip('0abt\tnvfre "/\\N_LP', '\0\a\b\t\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029'))
DIGITS = {"x": 2, "u": 4, "U": 8}


def thread(body):
    """Envelope and messages, as the JSON form has them; ValueError where it cannot be read."""
    documents, part = [], []
    for line in (body.decode("utf-8-sig").replace("\r\n", "\n") + "\n---").split("\n"):
        if not SEPARATOR.match(line):
            part.append(line)
        else:
            if not all(NOTHING.match(each) for each in part):
                documents.append(Document(part).value())
            part = []
    return {"envelope": documents[0] if documents else None, "messages": documents[1:]}


class Document:
    """Reads one document from a place: a row and a column. A dash or a key that was read is overwritten by blanks,
    so that what follows it in the line stands at an indentation of its own."""

    def __init__(self, lines):
        self.lines, self.row, self.column, self.depth = lines, 0, 0, 0

    def value(self):
        value = self.block(-1)
        if self.more():
            raise self.wrong("something stands at a wrong indentation")
        return value

    def wrong(self, what):
        return ValueError("line %d of a document: %s" % (self.row + 1, what))

    def not_understood(self, character):
        return self.wrong("%s is not understood here" % character)

    def more(self):
        """Goes to the next line with something in it; whether there is one."""
        while self.row < len(self.lines) and NOTHING.match(self.lines[self.row]):
            self.row += 1
        if self.row == len(self.lines):
            return False
        if self.lines[self.row][indent(self.lines[self.row])] == "\t":
            raise self.wrong("a tab indents it")
        return True

    def at(self):
        return indent(self.lines[self.row])

    def deeper(self):
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong("nested too deep")

    def blank(self, end):
        self.lines[self.row] = " " * end + self.lines[self.row][end:]

    # Block style: indentation tells what belongs to what.

    def block(self, parent):
        """What is indented deeper than its parent; None where there is nothing."""
        if not self.more() or self.at() <= parent:
            return None
        self.deeper()
        at, line = self.at(), self.lines[self.row]
        if dash(line, at):
            value = self.sequence(at)
        elif key_end(line, at):
            value = self.mapping(at)
        else:
            value = self.scalar(parent)
        self.depth -= 1
        return value

    def sequence(self, at):
        value = []
        while self.more() and dash(self.lines[self.row], at) and self.at() == at:
            self.blank(at + 1)
            value.append(self.block(at))
        return value

    def mapping(self, at):
        value = {}
        while self.more() and self.at() == at:
            end = key_end(self.lines[self.row], at)
            if not end or dash(self.lines[self.row], at):
                raise self.wrong("no key with a colon")
            key = self.key(at, end)
            if key in value:
                raise self.wrong("a key for the second time")
            row = self.row
            self.blank(end)
            there = self.more()
            if there and self.row == row:
                if dash(self.lines[row], self.at()) or key_end(self.lines[row], self.at()):
                    raise self.wrong("two keys in one line")
                value[key] = self.block(at)
            elif there and self.at() == at and dash(self.lines[self.row], at):
                # A list may stand as deep as the key it belongs to.
                value[key] = self.sequence(at)
            else:
                value[key] = self.block(at)
        return value

    def key(self, at, end):
        line = self.lines[self.row]
        if line[at] in "\"'":
            self.column = at
            return self.quoted(line[at])
        return line[at: end - 1].rstrip(" \t")

    def scalar(self, parent):
        """A text of any kind, or a flow collection: it ends with its line."""
        self.column = self.at()
        first = self.lines[self.row][self.column]
        if first in "|>":
            return self.literal(parent)
        if first not in "[{\"'":
            return self.plain_lines(parent)
        value = self.flow()
        if not VALUE_END.match(self.lines[self.row], self.column):
            raise self.wrong("something stands behind a value")
        self.row += 1
        return value

    def plain_lines(self, parent):
        if not PLAIN.match(self.lines[self.row], self.column):
            raise self.not_understood(self.lines[self.row][self.column])
        words, breaks, comment = "", 0, None
        while not comment and self.row < len(self.lines):
            line = self.lines[self.row]
            comment = COMMENT.search(line)
            text = (line[: comment.start()] if comment else line).strip(" \t")
            if not text and not comment:
                breaks += 1
            elif words and (not text or self.at() <= parent):
                break
            elif COLON.search(text):
                raise self.wrong("a colon and a blank in a text without quotes")
            else:
                words += ("\n" * breaks or " " if words else "") + text
                breaks = 0
            self.row += 1
        return plain(words)

    def literal(self, parent):
        found = BLOCK.match(self.lines[self.row], self.column)
        if not found:
            raise self.wrong("the head of a block is not understood")
        style, chomp, digit = found[1], found[2] or found[5], found[3] or found[4]
        self.row += 1
        filled = (indent(self.lines[row]) for row in range(self.row, len(self.lines)) if self.lines[row].strip(" "))
        deep = max(parent, 0) + int(digit) if digit else next(filled, 0)
        rows = []
        while deep > parent and self.row < len(self.lines):
            line = self.lines[self.row]
            if line.strip(" ") and indent(line) < deep:
                break
            rows.append(line[deep:])
            self.row += 1
        last = len(rows)
        while last and not rows[last - 1]:
            last -= 1
        text = "\n".join(rows[:last]) if style == "|" else folded(rows[:last])
        if chomp == "-":
            return text
        return text + ("\n" if last else "") + ("\n" * (len(rows) - last) if chomp == "+" else "")

    # Flow style, and texts in quotes: here the ends of lines are blanks.

    def skip(self):
        """Goes to the next character that is neither blank nor comment."""
        while True:
            line = self.lines[self.row]
            at = BLANKS.match(line, self.column).end()
            commented = line[at: at + 1] == "#" and (at > self.column or not at)
            if at < len(line) and not commented:
                self.column = at
                return line[at]
            self.next_line()

    def next_line(self):
        if self.row + 1 == len(self.lines):
            raise self.wrong("it ends within brackets or quotes")
        self.row, self.column = self.row + 1, 0

    def flow(self):
        first = self.skip()
        self.deeper()
        if first in "\"'":
            value = self.quoted(first)
        elif first in "[{":
            self.column += 1
            value = self.flow_list() if first == "[" else self.flow_map()
        else:
            value = plain(self.flow_plain())
        self.depth -= 1
        return value

    def flow_list(self):
        value = []
        while self.skip() != "]":
            value.append(self.flow())
            self.comma("]")
        self.column += 1
        return value

    def flow_map(self):
        value = {}
        while self.skip() != "}":
            first = self.skip()
            key = self.quoted(first) if first in "\"'" else self.flow_plain()
            if key in value:
                raise self.wrong("a key for the second time")
            value[key] = None
            if self.skip() == ":":
                self.column += 1
                value[key] = None if self.skip() in ",}" else self.flow()
            self.comma("}")
        self.column += 1
        return value

    def comma(self, end):
        here = self.skip()
        if here == ",":
            self.column += 1
        elif here != end:
            raise self.not_understood(here)

    def flow_plain(self):
        if not PLAIN.match(self.lines[self.row], self.column):
            raise self.not_understood(self.lines[self.row][self.column])
        words, breaks = "", 0
        while True:
            line = self.lines[self.row]
            end = FLOW_END.search(line, self.column).start()
            text = line[self.column: end].strip(" \t")
            if text:
                words += ("\n" * (breaks - 1) or " " if breaks else "") + text
                breaks = 0
            self.column = end
            if end < len(line):
                return words
            self.next_line()
            breaks += 1

    def quoted(self, mark):
        self.column += 1
        text = []
        while True:
            line = self.lines[self.row]
            if BLANK_END.match(line, self.column):
                text.append(self.fold())
                continue
            ordinary = ORDINARY.match(line, self.column)
            here = ordinary[0] if ordinary else line[self.column]
            self.column += len(here)
            if here == mark:
                if mark == '"' or line[self.column: self.column + 1] != mark:
                    return "".join(text)
                self.column += 1
            elif here == "\\" and mark == '"':
                here = self.escaped(line)
            text.append(here)

    def fold(self):
        """What the end of a line and the empty lines behind it stand for."""
        breaks = -1
        while BLANK_END.match(self.lines[self.row], self.column):
            self.next_line()
            self.column = BLANKS.match(self.lines[self.row]).end()
            breaks += 1
        return "\n" * breaks or " "

    def escaped(self, line):
        code = line[self.column: self.column + 1]
        if not code:
            self.next_line()
            self.column = BLANKS.match(self.lines[self.row]).end()
            return ""
        self.column += 1
        if code in ESCAPES:
            return ESCAPES[code]
        digits = line[self.column: self.column + DIGITS.get(code, 0)]
        if not HEX.match(digits) or len(digits) != DIGITS[code]:
            raise self.wrong("an escape that is none")
        self.column += len(digits)
        return chr(int(digits, 16))


def indent(line):
    return len(line) - len(line.lstrip(" "))


def dash(line, at):
    return line[at: at + 1] == "-" and line[at + 1: at + 2] in ("", " ", "\t")


def key_end(line, at):
    """Where the value of a key begins that stands there; 0 where there is no key."""
    if line[at] in "\"'":
        found = QUOTED_KEY.match(line, at)
        return found.end() if found else 0
    colon, comment = COLON.search(line, at), COMMENT.search(line, at)
    if not PLAIN.match(line, at) or not colon or comment and comment.start() < colon.start():
        return 0
    return colon.start() + 1


def folded(rows):
    """Lines of a `>` block become one; those that are indented deeper stay lines."""
    text, before, breaks = "", "", 0
    for row in rows:
        if row:
            deeper = (before or "x")[0] in " \t" or row[0] in " \t"
            between = "\n" * (breaks + deeper) or " "
            text += (between if before else "\n" * breaks) + row
            before, breaks = row, -1
        breaks += 1
    return text


def plain(text):
    """Core schema of YAML 1.2: only these words and numbers are anything else than a text."""
    if text in WORDS:
        return WORDS[text]
    if len(text) > 64 or text[0] not in "-+.0123456789":
        return text
    if INTEGER.match(text):
        return int(text)
    if OTHER_BASE.match(text):
        return int(text, 0)
    return float(text) if FLOAT.match(text) else text
