"""Scores answers to CPopQA ranking items: `python3 score.py PREDICTIONS.jsonl [--items FILE] [--json]`. The metrics are
those of CPopQA (arXiv:2311.07897, "Metrics" and Table 2); README.md says which answers count as parsed. score.mjs is
the twin of this file: the same input gives the same bytes. Standard library only, Python >= 3.8."""
import argparse
import json
import math
import os
import re
import sys
import unicodedata
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache, reduce

NOTE = "Unparsed (no full ranking) and missing answers are wrong in Acc and P@1 and left out of Diff."
# Apostrophes and invisible marks belong to a word and are dropped: models write "New Years Day" both ways.
APOSTROPHES = "'`\u00b4\u2018\u2019\u201b\u2032\uff07\u02b9\u02bb-\u02bf\ua78b\ua78c"
SILENT = re.compile(f"[{APOSTROPHES}\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff\u20e3]")
FOLDED = {"&": "and", "ß": "ss", "ς": "σ", "ı": "i", "ø": "o", "đ": "d", "ł": "l", "æ": "ae"}
CONNECTORS = set("and answer by finally followed is json lastly more most popular ranking than then".split())
ARROW = re.compile("[>\u2192\u2794\u279c\u27a1\u21d2\u27f6\u227b]")
BULLET = re.compile("[ \t>]*[-*+\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u00b7\u2013\u2014][ \t]")
AFTER_NAME = re.compile("[*_\"`'\\]) \t]*(?:[:(\\[|=\u2013\u2014]|-[ \t-]|\\Z)")
RUN_ON = re.compile(r"\n[ \t>*_#]*Q[*_]*:")
MARKER = re.compile(
    r"(?:^|\n)[ \t>*_#]*A[*_]*:"
    r"|(?:[Aa]nswer|ANSWER|[Ff]inal [Rr]anking|FINAL RANKING)[*_\"'` \t]*(?:is[*_ \t]*)?[:>]|</think>"
)


@lru_cache(maxsize=65536)
def class_of(letter):
    """"w" inside words (letters, numbers, marks, silent characters), "&" or a space."""
    return "&" if letter == "&" else "w" if unicodedata.category(letter)[0] in "LNM" or SILENT.match(letter) else " "


@lru_cache(maxsize=65536)
def fold_run(run):
    """The words in normal form of one run of word characters, without "the"."""
    bare = unicodedata.normalize("NFKD", SILENT.sub("", run)).lower()
    folded = "".join(FOLDED.get(letter, letter) for letter in bare if not "\u0300" <= letter <= "\u036f")
    spaced = "".join(letter if unicodedata.category(letter)[0] in "LNM" else " " for letter in folded)
    return [word for word in spaced.split(" ") if word not in ("", "the")]


def read_words(text):
    """Words of a text in normal form without "the", and the raw span that each came from."""
    words, starts, ends = [], [], []
    for match in re.finditer("&|w+", "".join(map(class_of, text))):
        for word in fold_run(text[match.start() : match.end()]):
            words.append(word)
            starts.append(match.start())
            ends.append(match.end())
    return words, starts, ends


def rank_of(word, n):
    """The rank that a word such as "2" or "2nd" states, or 0."""
    match = re.match(r"([0-9]{1,2})(?:st|nd|rd|th)?\Z", word)
    return int(match.group(1)) if match and int(match.group(1)) <= n else 0


def read_forms(item):
    """Options by normal form of name and alias: -1 where two options share one; an alias never hides a name."""
    forms = {}
    titles = [" ".join(read_words(name)[0]) for name in item["options"]]
    aliases = item.get("aliases") if isinstance(item.get("aliases"), dict) else {}
    for option, name in enumerate(item["options"]):
        for form in [" ".join(read_words(alias)[0]) for alias in aliases.get(name, [])]:
            forms[form] = -1 if forms.get(form, option) != option else option
    for option, form in enumerate(titles):
        forms[form] = option if titles.count(form) == 1 else -1
    forms.pop("", None)
    return forms


def read_line(line, forms, n):
    """Mentions in a line, longest name first, each with its link to the one before; and what kind of line it is."""
    words, starts, ends = read_words(line)
    longest = max([len(form.split(" ")) for form in forms], default=0)
    joining, mentions = [word in CONNECTORS or rank_of(word, n) > 0 for word in words], []
    start, last, listed, pure = 0, 0, BULLET.match(line) is not None, True
    while start < len(words):
        end = min(start + longest, len(words))
        while end > start and " ".join(words[start:end]) not in forms:
            end -= 1
        option = forms.get(" ".join(words[start:end]), -1)
        if option >= 0:
            gap, raw = words[last:start], line[ends[last - 1] if last > 0 else 0 : starts[start]]
            opens, plain = last == 0, all(joining[last:start])
            listed = listed or (start == 0 and AFTER_NAME.match(line, ends[end - 1]) is not None)
            turned = not opens and ("less" in gap or ("<" in raw and ">" not in raw))
            arrow = ARROW.search(raw) is not None or "then" in gap or "followed" in gap
            number = (rank_of(gap[-1], n) or (rank_of(gap[0], n) if opens else 0)) if gap else 0
            mentions.append((option, number, arrow, turned, not opens and not turned and (arrow or plain)))
            last, pure = end, pure and plain
        start = max(end, start + 1)
    pure = pure and all(joining[last:]) and len(mentions) == n
    indent = len(line) - len(line.lstrip(" \t")) if words else math.inf
    return indent, listed, mentions, pure


def read_ranking(text, forms, n, marked):
    """The ranking that a text states: its last list or ranked line (its first after a marker such as "Answer:"), else
    the order of first mention, unless a comparison is turned round ("X is less popular than Y")."""
    seen, blocks, found, any_turned = {}, {}, None, False
    for line in text.split("\n"):
        indent, listed, mentions, pure = read_line(line, forms, n)
        if not listed and "item" in blocks and indent <= blocks["item"]["indent"]:
            del blocks["item"]
        for place, (option, number, arrow, turned, linked) in enumerate(mentions):
            seen[option] = True
            any_turned = any_turned or turned
            if not linked:
                blocks.pop("chain", None)
            for name in ["number"] * (number > 0) + ["item"] * (listed and place == 0) + ["chain"]:
                old = blocks.get(name)
                if old and name == "item" and indent > old["indent"] + 1:
                    continue
                again = old and (option in old["ranks"] or (name == "number" and number in old["ranks"].values()))
                block = old if old and not again else {"indent": indent, "arrows": 0, "ranks": {}}
                blocks[name] = block
                block["arrows"] += int(arrow)
                block["ranks"][option] = number
                if len(block["ranks"]) < n or (name == "chain" and not pure and block["arrows"] == 0):
                    continue
                found = sorted(block["ranks"], key=block["ranks"].get) if name == "number" else list(block["ranks"])
                if marked:
                    return found
                blocks.clear()
                break
    return found or (list(seen) if len(seen) == n and not any_turned else None)


def parse_answer(output, item):
    """One answer, free text or a list of names, as the options with the most popular first, or None (unparsed)."""
    forms, options, order = read_forms(item), item["options"], None
    if isinstance(output, str):
        answer = RUN_ON.split(re.sub(r"\A[ \t\n]*\n", "", re.sub(r"\r\n?", "\n", output)), maxsplit=1)[0]
        markers = list(MARKER.finditer(answer))
        if markers:
            order = read_ranking(answer[markers[-1].end() :], forms, len(options), True)
        order = order or read_ranking(answer, forms, len(options), False)
    elif isinstance(output, list) and all(isinstance(name, str) for name in output):
        order = []
        for name in output:
            words = read_words(name)[0]
            while words and " ".join(words) not in forms and rank_of(words[0], len(options)) > 0:
                words.pop(0)
            order.append(options.index(name) if name in options else forms.get(" ".join(words), -1))
    full = order is not None and sorted(order) == list(range(len(options)))
    return [options[option] for option in order] if full else None


def measure(judged, n):
    """Counts and metrics of (item, order) pairs of one n, summed in file order; an order of False is missing."""
    read = [(item["answer"], order) for item, order in judged if order]
    items, parsed, missing = len(judged), len(read), sum(1 for _, order in judged if order is False)
    exact = sum(1 for gold, order in read if order == gold)
    first = sum(1 for gold, order in read if order[0] == gold[0])
    squares = sum((rank - gold.index(name)) ** 2 for gold, order in read for rank, name in enumerate(order))
    # (1 - rho) / 2 without ties is 3 * squares / (n^3 - n): whole numbers until one division, so both twins agree.
    diff = None if n < 3 or parsed == 0 else 3 * squares / (n * (n * n - 1) * parsed)
    counts = {"items": items, "parsed": parsed, "unparsed": items - parsed - missing, "missing": missing}
    return {**counts, "acc": 100 * exact / items, "p1": 100 * first / items, "diff": diff}


def spread(values, chance):
    """Mean and sample sd of one metric over rounds; plain additions, since sum() of floats differs between versions."""
    values = [value for value in values if value is not None]
    mean = reduce(lambda total, value: total + value, values, 0) / len(values) if values else None
    squares = reduce(lambda total, value: total + (value - mean) * (value - mean), values, 0)
    return {"mean": mean, "sd": math.sqrt(squares / (len(values) - 1)) if len(values) > 1 else None, "chance": chance}


def row(judged, n, of):
    """Metrics of items of one n over their rounds; `of` is what they have in common."""
    numbers = sorted({int(item["round"]) for item, _ in judged})
    parts = [[one for one in judged if one[0]["round"] == number] for number in numbers]
    rounds = [{"round": number, **measure(part, n)} for number, part in zip(numbers, parts)]
    chances = {"acc": 100 / math.factorial(n), "p1": 100 / n, "diff": None if n < 3 else 0.5}
    metrics = {name: spread([one[name] for one in rounds], chances[name]) for name in chances}
    return {"n": n, "of": of, **measure(judged, n), **metrics, "rounds": rounds}


def score_items(items, predictions):
    """Scores predictions: of several for one id the first counts. Acc and P@1 in percent, Diff in 0..1 (0: perfect)."""
    ids, said, duplicate = {item["id"] for item in items}, {}, []
    for one in predictions:
        if one["id"] in said:
            duplicate.append(one["id"])
        elif one["id"] in ids:
            said[one["id"]] = one.get("output")
    judged = [(item, parse_answer(said[item["id"]], item) if item["id"] in said else False) for item in items]

    def rows(value_of, values):
        keys = [(n, of) for n in sorted({int(item["n"]) for item in items}) for of in values]
        parts = [[one for one in judged if one[0]["n"] == n and value_of(one[0]) == of] for n, of in keys]
        return [row(part, n, of) for (n, of), part in zip(keys, parts) if part]

    continents = sorted({item["continent"] for item in items}, key=lambda one: one.encode("utf-16-be", "surrogatepass"))
    listed = lambda found: {"count": len(found), "ids": found}  # noqa: E731
    return {
        "scorer": "cpopqa-ranking 1",
        "items": len(items),
        "predictions": len(predictions),
        "parsed": sum(1 for _, order in judged if order),
        "unparsed": listed([item["id"] for item, order in judged if order is None]),
        "missing": listed([item["id"] for item, order in judged if order is False]),
        "duplicate": listed(duplicate),
        "unknown": listed([one["id"] for one in predictions if one["id"] not in ids]),
        "by_target": rows(lambda item: item["target"], ["US", "GB"]),
        "by_n": rows(lambda item: "all", ["all"]),
        "by_continent": rows(lambda item: item["continent"], continents),
    }


def show(value, digits):
    """Fixed decimals, halves up on the exact value, as Number.prototype.toFixed rounds."""
    return "-" if value is None else str(Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def to_json(value, pad="\n"):
    """JSON as JSON.stringify(value, null, 2) writes it, with 6 decimals and control characters escaped."""
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
        return re.sub("[\x7f-\x9f\ud800-\udfff]", lambda mark: "\\u%04x" % ord(mark.group()), text)
    if isinstance(value, float):
        return re.sub(r"\.?0+\Z", "", show(value, 6))
    if not value or isinstance(value, int):
        return json.dumps(value)
    inner = pad + "  "
    if isinstance(value, dict):
        return "{" + ",".join(f"{inner}{to_json(key)}: {to_json(one, inner)}" for key, one in value.items()) + pad + "}"
    return "[" + ",".join(inner + to_json(one, inner) for one in value) + pad + "]"


def to_text(report):
    lines = ["n|of|items|unparsed|missing|Acc (%)|chance|P@1 (%)|chance|Diff|chance".split("|")]
    for one in report["by_target"] + report["by_n"] + report["by_continent"]:
        cells = [one["n"], to_json(one["of"])[1:-1], one["items"], one["unparsed"], one["missing"]]
        for name, digits in (("acc", 2), ("p1", 2), ("diff", 3)):
            mean, sd, chance = one[name]["mean"], one[name]["sd"], one[name]["chance"]
            cells += [show(mean, digits) + ("" if sd is None else f" ± {show(sd, digits)}"), show(chance, digits)]
        lines.append([str(cell) for cell in cells])
    lines = ["  ".join(map(str.rjust, cells, [1, 13, 5, 8, 7, 14, 6, 14, 6, 13, 6])) for cells in lines]
    for name in ("unparsed", "missing", "duplicate", "unknown"):
        count, ids = report[name].values()
        lines.append(" ".join([f"{name}: {count}", *(to_json(one[:60]) for one in ids[:10]), *["..."] * (count > 10)]))
    lines.append(f"{report['items']} items, {report['predictions']} predictions, {report['parsed']} parsed")
    return "\n".join([*lines, NOTE])


def is_item(one):
    n, turn, options, answer = (one.get(name) for name in ("n", "round", "options", "answer"))
    aliases = one["aliases"].values() if isinstance(one.get("aliases"), dict) else []
    lists = [options, answer, *aliases, [one.get("id"), one.get("continent")]]
    strings = all(isinstance(names, list) and all(isinstance(name, str) for name in names) for names in lists)
    numbers = isinstance(n, float) and isinstance(turn, float) and 1 < n < 6 and 0 < turn < 2**53 and turn.is_integer()
    if not strings or not numbers or one.get("target") not in ("US", "GB"):
        return False
    return all(len(names) == n for names in (options, answer, set(options), set(answer), set(options + answer)))


def read_jsonl(file, is_valid, wanted):
    values, at, problem = [], 0, "cannot be read as UTF-8 text"
    try:
        with sys.stdin.buffer if file == "-" else open(file, "rb") as stream:
            text = stream.read().decode("utf-8-sig")
        for line in text.split("\n"):
            at, problem = at + 1, "not valid JSON"
            if line.strip(" \t\r") == "":
                continue
            values.append(json.loads(line, parse_int=float, parse_constant=int))  # numbers as in the twin; no NaN
            problem = f"not {wanted}"
            if not isinstance(values[-1], dict) or not is_valid(values[-1]):
                raise ValueError
    except (OSError, ValueError, RecursionError):
        sys.stderr.write(f"{file}{f':{at}' if at else ''}: {problem}\n")
        sys.exit(2)
    return values


def main():
    """Runs the command line: exit code 0 when scored, 2 on wrong usage or unreadable input."""
    items_file = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "data", "test.jsonl")
    parser = argparse.ArgumentParser(description="Scores CPopQA rankings.", epilog=main.__doc__, allow_abbrev=False)
    parser.add_argument("predictions", help='lines of {"id": ITEM_ID, "output": TEXT or [NAME, ...]}; - reads stdin')
    parser.add_argument("--items", default=items_file, help="the items (default: ../data/test.jsonl by this scorer)")
    parser.add_argument("--json", action="store_true", help="print the whole report as JSON")
    args = parser.parse_args()
    predictions = read_jsonl(args.predictions, lambda one: isinstance(one.get("id"), str), "an object with a string id")
    items = read_jsonl(args.items, is_item, "a CPopQA item (see README.md)")
    if not items or len({item["id"] for item in items}) < len(items):
        parser.exit(2, f"{args.items}: no items, or two with one id\n")
    report = score_items(items, predictions)
    sys.stdout.buffer.write(f"{to_json(report) if args.json else to_text(report)}\n".encode())


if __name__ == "__main__":
    main()
