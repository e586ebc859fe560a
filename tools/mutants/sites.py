"""Places of a C++ source at which tools/mutate can make an error, and the source with an operator of operators.hpp at each of them.

The sources are formatted by clang-format, so that binary operators have spaces on both sides and brackets of templates have none.
SPDX-License-Identifier: BSD-3-Clause
"""
import re

BINARY = {"+": "Plus", "-": "Minus", "*": "Times", "/": "Over", "<": "Less", ">": "Greater", "<=": "AtMost", ">=": "AtLeast",
          "==": "Equal", "!=": "Unequal"}
ASSIGNED = {"+=": "Sign", "-=": "Sign", "*=": "Inverse", "/=": "Inverse"}
WRONG = {"+": "-", "-": "+", "*": "/", "/": "*", "<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "!=", "!=": "==",
         "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "unary -": "nothing",
         "std::min": "std::max", "std::max": "std::min", "std::clamp": "its first argument", "std::abs": "its argument",
         "std::copysign": "-std::copysign"}

# What is no code keeps its length, so that offsets remain: comments, texts, characters, preprocessor lines.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*',
                     re.S | re.M)
OPERATOR = re.compile(r"(?<=[\w)\]}]) (\+|-|\*|/|<=|>=|==|!=|<|>|\+=|-=|\*=|/=)(?=\s)")
NEGATION = re.compile(r"(?<=[\s(\[{!])-(?=[A-Za-z0-9_(.:])")
FUNCTION = re.compile(r"\bstd::(min|max|clamp|abs|copysign)(?:<([\w:]+)>)?\(")
NUMBER = re.compile(r"(?<![\w.])(\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?(?![\w.'])")
# A table or a number: `constexpr double a = ...;`, `static constexpr std::array<double, 4> nodes{...};`. Whole numbers are none.
CONSTANT = re.compile(r"\bconstexpr (?!(?:int|bool|auto|unsigned|std::size_t|Index|Eigen::Index|Range|const)\b)"
                      r"[\w:]+(?:<[^;=()]*>)? \w+(?:\[\w*\])?(?: =|\{)[^;]*;")


class Site:
    """One place. `number` is its mutant, (begin, end) its text in the source, `place` counts the places of its line from 1."""

    def __init__(self, begin, end, old, put, number=-1, wrong=None):
        self.begin, self.end, self.old, self.put, self.number = begin, end, old, put, number
        self.new = wrong or WRONG[old]


def blanked(text):
    return NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def digits(literal):
    """Significant digits of a literal."""
    return len(re.split("[eE]", literal)[0].replace(".", "").strip("0"))


def is_factor(code, match):
    """Does a literal multiply or divide? Small powers of ten do as well: they are tolerances, not physics."""
    literal = match.group()
    before, after = code[:match.start()].rstrip()[-1:], code[match.end():].lstrip()[:2]
    if re.search("[eE]-", literal) or not ("." in literal):
        return False
    return before in ("*", "/") or after[:1] in ("*", "/")


def find(text):
    """The sites of a source, in their order."""
    code = blanked(text)
    constants = [(m.start(), m.end()) for m in CONSTANT.finditer(code)]
    inside = lambda at: any(begin <= at < end for begin, end in constants)
    sites = []
    for match in OPERATOR.finditer(code):
        op, begin, end = match.group(1), match.start(1), match.end(1)
        if inside(begin) or re.search(r"\boperator\s*$", code[:begin]):
            continue
        if op in ASSIGNED:
            sites.append(Site(begin, end, op, f"{op} mutants::{ASSIGNED[op]}<@>{{}} ="))
        else:
            sites.append(Site(begin, end, op, f"{op} mutants::{BINARY[op]}<@>{{}} {op}"))
    for match in NEGATION.finditer(code):
        if not inside(match.start()):
            sites.append(Site(match.start(), match.end(), "unary -", "mutants::Negative<@>{}->*"))
    for match in FUNCTION.finditer(code):
        if not inside(match.start()):
            name, kind = match.groups()
            call = f"mutants::{name}_of<@, {kind}>(" if kind and name in ("min", "max") else f"mutants::{name}<@>("
            if not kind or name in ("min", "max"):
                sites.append(Site(match.start(), match.end(), "std::" + name, call))
    for match in NUMBER.finditer(code):
        literal = match.group()
        if "." in literal and float(literal) != 0 and (digits(literal) >= 4 or is_factor(code, match)):
            call = "entry" if inside(match.start()) else "number"
            sites.append(Site(match.start(), match.end(), literal, f"mutants::{call}<@>({literal})", wrong=f"2 * {literal}"))
    sites.sort(key=lambda site: site.begin)
    lines = text.splitlines()
    counts = {}
    for site in sites:
        site.line = text.count("\n", 0, site.begin) + 1
        site.column = site.begin - text.rfind("\n", 0, site.begin)
        site.code = lines[site.line - 1].strip()
        counts[site.line] = site.place = counts.get(site.line, 0) + 1
    return sites


def rewritten(text, sites):
    """The source with an operator at each of these sites; lines keep their numbers but for the first."""
    code = blanked(text)
    edits = [(site.begin, site.end, site.put.replace("@", str(site.number))) for site in sites]
    kept = {site.begin for site in sites}
    for match in CONSTANT.finditer(code):  # a table with a wrong entry is no constant expression
        if any(match.start() <= begin < match.end() for begin in kept):
            static = re.search(r"\bstatic $", code[:match.start()])
            edits.append((match.start(), match.start() + len("constexpr"), "inline const" if static and inside_class(code, match.start()) else "const"))
    for begin, end, put in sorted(edits, reverse=True):
        text = text[:begin] + put + text[end:]
    return '#include "mutants_operators.hpp"\n#line 1\n' + text


def inside_class(code, at):
    """Is this offset directly inside braces of a class?"""
    depth = 0
    for i in range(at - 1, -1, -1):
        if code[i] == "}":
            depth += 1
        elif code[i] == "{":
            if depth == 0:
                return bool(re.search(r"\b(?:struct|class)\b[^;{}()]*$", code[:i]))
            depth -= 1
    return False


if __name__ == "__main__":  # the places of a source given as a file, one per line
    import sys
    for found in find(open(sys.argv[1], encoding="utf-8").read()):
        print(f"{found.line}:{found.column} {found.old} -> {found.new}")
