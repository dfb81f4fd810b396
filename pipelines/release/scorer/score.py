"""Scores answers to CPopQA ranking items with the metrics of CPopQA (arXiv:2311.07897, "Metrics" and Table 2).
README.md says which answers count as parsed. score.mjs is the twin: equal input gives equal bytes. Python >= 3.8."""
import argparse, json, math, os, re, sys, unicodedata  # noqa: E401
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache, reduce

USAGE = """usage: score.py PREDICTIONS.jsonl [--items FILE] [--json]
A prediction line is {"id": ITEM_ID, "output": "free text" | ["name", ...]}; - reads them from standard input.
  --items FILE  the items (default: ../data/test.jsonl beside this scorer)
  --json        print the whole report as JSON (exit codes: 0 scored, 2 wrong usage or unreadable input)"""
HINT = 'hint: no line has an "output". ' + USAGE.split("\n")[1] + "\n"
NOTE = "Unparsed (no full ranking) and missing answers are wrong in Acc and P@1 and left out of Diff."
# Apostrophes and invisible marks are part of a word: models write "New Years Day" both ways.
APOSTROPHES = "'`\u00b4\u2018\u2019\u201b\u2032\uff07\u02b9\u02bb-\u02bf\ua78b\ua78c"
SILENT = re.compile(f"[{APOSTROPHES}\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff\u20e3]")
FOLDED = {"&": "and", "ß": "ss", "ς": "σ", "ı": "i", "ø": "o", "đ": "d", "ł": "l", "æ": "ae"}
CONNECTORS = set("and answer by finally followed is json lastly more most popular ranking than then".split())
ARROW = re.compile("[>\u2192\u2794\u279c\u27a1\u21d2\u27f6\u227b]")
BULLET = re.compile("[ \t>]*[-*+\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u00b7\u2013\u2014][ \t]")
AFTER_NAME = re.compile("[*_\"`'\\]) \t]*(?:[:(\\[|=\u2013\u2014]|-[ \t-]|[,;.!?][*_\"`' \t,;.!?]*\\Z|\\Z)")
STOP = r"(?<![^A-Za-z][DJMS][rt])(?<!^[DJMS][rt])[.!?](?=[ \t])"
MARKS = re.compile(
    r'[\n-\f\x85;:<>|/()[\]{}"\xab\xb7\xbb\u2014\u201c-\u2029\u2039\u203a\u2190-\u2fff\u3001-\u303f\uff08-\uff1e]'
    r"|[ \t][-*+\u2013](?=[ \t])|,(?! [JS]r\Z)|" + STOP)
SENTENCE = re.compile(":|" + STOP)
DOUBTS = "(ascending|can ?not|can['\u2019]?t|fewest|least|lowest|unable|(declin|refus|revers)(e[ds]?|ing))[^a-z]"
DOUBT, DOUBTFUL = (re.compile(start + DOUBTS, re.I | re.A) for start in ("[^a-z]", r"\n(?:[^\n]*[^a-z\n])?"))
RUN_ON = re.compile(r"\n[ \t>*_#]*Q[*_]*:")
MARKER = re.compile(
    r"(?:^|\n)[ \t>*_#]*A[*_]*:"
    r"|(?:[Aa]nswer|ANSWER|[Ff]inal [Rr]anking|FINAL RANKING)[*_\"'` \t]*(?:is[*_ \t]*)?[:>]|</think>")

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
    """Words of a text without "the": (normal form, as spelled, marks between it and the last, start, end)."""
    words, start, end = [], 0, 0
    for match in re.finditer("&|w+", "".join(map(class_of, text))):
        for exact in fold_run(text[match.start() : match.end()]):
            word = re.sub(r"\Asaint(?=s?\Z)", "st", re.sub(r"\A(lab|hon|col)our", r"\1or", exact))
            near = text[max(start, end - 3) : match.end()]
            start, end = match.span()
            words.append((word, exact, "".join(MARKS.findall(near)), start, end))
    return words

def key_of(words, spelling, marked=True):
    """The words in normal form (spelling 0) or as spelled (1), with the marks between them."""
    return "".join((f" {word[2] if marked else ''}" if at else "") + word[spelling] for at, word in enumerate(words))

def named(forms, words):
    """The option that the words name: -1 if two, None if none."""
    return (forms["names"].get(key_of(words, 1)) or forms["names"].get(key_of(words, 0)) or [None])[0]

def rank_of(forms, word):
    """The rank that a word such as "2" or "2nd" states, or 0."""
    return int((forms["rank"].match(word) or "00")[1])

def read_forms(item):
    """Options by the forms of their names: the more exact form wins, then a name over an alias."""
    names, sizes, n = {}, {}, len(item["options"])
    aliases = item.get("aliases") if isinstance(item.get("aliases"), dict) else {}
    for option, name in enumerate(item["options"]):
        for at, text in enumerate([name, *aliases.get(name, [])]):
            words = read_words(text)
            for rank in [form + (at == 0) for form in (0, 2, 4, 6)] if words else []:
                form = key_of(words, int(rank >= 4), rank % 4 > 1)
                old = names.get(form, (option, rank))
                if rank >= old[1]:
                    names[form] = (option if rank > old[1] or option == old[0] else -1, rank)
                sizes[words[0][0]] = max(len(words), sizes.get(words[0][0], 0))
    return {"n": n, "rank": re.compile(f"0?([1-{n}])(?:st|nd|rd|th)?\\Z"), "sizes": sizes, "names": names}

def read_line(line, forms):
    """Mentions in a line, longest name first, each with its link to the one before; and what kind of line it is."""
    words, mentions, others = read_words(line), [], [""]
    start, last, listed, pure = 0, 0, BULLET.match(line) is not None, True
    joining = [word[0] in CONNECTORS or rank_of(forms, word[0]) > 0 for word in words]
    while start < len(words):
        end = min(start + forms["sizes"].get(words[start][0], 0), len(words))
        while end > start and named(forms, words[start:end]) is None: end -= 1
        option = named(forms, words[start:end]) if end > start else -1
        if option >= 0:
            gap, raw = [one[0] for one in words[last:start]], line[words[last - 1][4] if last else 0 : words[start][3]]
            opens, plain = last == 0, all(joining[last:start])
            listed = listed or (start == 0 and AFTER_NAME.match(line, words[end - 1][4]) is not None)
            turned = not opens and ("less" in gap or ("<" in raw and ">" not in raw))
            arrow = ARROW.search(raw) is not None or "then" in gap or "followed" in gap
            number = (rank_of(forms, gap[-1]) or (rank_of(forms, gap[0]) if opens else 0)) if gap else 0
            mentions.append((option, number, arrow, not opens and not turned and (arrow or plain)))
            last, pure = end, pure and plain
        others.append(words[start][0] if option < 0 else "reversed" if turned else ".")
        start = max(end, start + 1)
    pure = pure and all(joining[last:]) and len(mentions) == forms["n"]
    indent = len(line) - len(line.lstrip(" \t")) if words else math.inf
    return indent, listed, mentions, pure, DOUBT.search(" ".join([*others, ""])) is not None

def read_sentences(text):
    """Sentences and what follows a colon as lines, up to a line of doubt; "most to least" is none."""
    asked = re.sub(r"(?ai) to (?:the )?(?:least|lowest)", "", text)
    return DOUBTFUL.split(SENTENCE.sub("\\g<0>\n", f"\n{asked}\n"), maxsplit=1)[0]

def read_ranking(text, forms, marked):
    """The last list in a text (the first if marked), and the order of first mention; None for what is not there."""
    seen, blocks, found, doubted = {}, {}, None, False
    for line in text.split("\n"):
        indent, listed, mentions, pure, doubt = read_line(line, forms)
        doubted = doubted or doubt
        if not listed and "item" in blocks and indent <= blocks["item"]["indent"]:
            del blocks["item"]
        for place, (option, number, arrow, linked) in enumerate(mentions):
            seen[option] = True
            blocks.pop("" if linked else "chain", None)
            for name in ["number"] * (number > 0) + ["item"] * (listed and place == 0) + ["chain"]:
                block = blocks.get(name)
                if block and name == "item" and indent > block["indent"] + 1: continue
                if not block or option in block["ranks"] or (name == "number" and number in block["ranks"].values()):
                    block = blocks[name] = {"indent": indent, "arrows": 0, "ranks": {}}
                block["arrows"] += int(arrow)
                block["ranks"][option] = number
                if len(block["ranks"]) < forms["n"] or (name == "chain" and not pure and block["arrows"] == 0):
                    continue
                found = sorted(block["ranks"], key=block["ranks"].get) if name == "number" else list(block["ranks"])
                if marked: return found, None
                blocks.clear()
                break
    return found, list(seen) if len(seen) == forms["n"] and not doubted else None

def parse_answer(output, item, by_mention=str):
    """All options, the most popular first, or None; calls by_mention(id) when only mentions rank."""
    forms, options, order = read_forms(item), item["options"], None
    if isinstance(output, str):
        answer = RUN_ON.split(re.sub(r"\A[ \t\n]*\n", "", re.sub(r"\r\n?", "\n", output)), maxsplit=1)[0]
        after = [(answer[marker.end() :], True) for marker in list(MARKER.finditer(answer))[-1:]]
        for part, marked in [*after, (answer, False)]:
            found, seen = read_ranking(part, forms, marked) if not order else (None, None)
            order = order or found or read_ranking(read_sentences(part), forms, marked)[0]
            if seen and not order:
                order, _ = seen, by_mention(item["id"])
    elif isinstance(output, list) and all(isinstance(name, str) for name in output):
        order = []
        for name in output:
            words = read_words(name)
            while words and named(forms, words) is None and rank_of(forms, words[0][0]) > 0: words.pop(0)
            option = named(forms, words)
            order.append(options.index(name) if name in options else -1 if option is None else option)
    full = order is not None and sorted(order) == list(range(len(options)))
    return [options[option] for option in order] if full else None

def measure(judged, n):
    """Counts and metrics of (item, order) pairs of one n, summed in file order; an order of False is missing."""
    read = [(item["answer"], order) for item, order in judged if order]
    items, parsed, missing = len(judged), len(read), sum(1 for _, order in judged if order is False)
    exact, first = sum(order == gold for gold, order in read), sum(order[0] == gold[0] for gold, order in read)
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
    rounds = [{"round": at, **measure([one for one in judged if one[0]["round"] == at], n)} for at in numbers]
    chances = {"acc": 100 / math.factorial(n), "p1": 100 / n, "diff": None if n < 3 else 0.5}
    metrics = {name: spread([one[name] for one in rounds], chances[name]) for name in chances}
    return {"n": n, "of": of, **measure(judged, n), **metrics, "rounds": rounds}

def score_items(items, predictions):
    """Scores predictions: of several for one id the first counts. Acc and P@1 in percent, Diff in 0..1 (0: perfect)."""
    ids, mentioned = {item["id"] for item in items}, []
    said = {one["id"]: at for at, one in reversed(list(enumerate(predictions)))}
    duplicate = [one["id"] for at, one in enumerate(predictions) if one["id"] in ids and said[one["id"]] != at]
    answer = lambda one: parse_answer(predictions[said[one["id"]]].get("output"), one, mentioned.append)  # noqa: E731
    judged = [(one, answer(one) if one["id"] in said else False) for one in items]
    def rows(value_of, values):
        keys = [(n, of) for n in sorted({int(item["n"]) for item in items}) for of in values]
        parts = [[one for one in judged if one[0]["n"] == n and value_of(one[0]) == of] for n, of in keys]
        return [row(part, n, of) for (n, of), part in zip(keys, parts) if part]
    continents = sorted({item["continent"] for item in items}, key=lambda one: one.encode("utf-16-be", "surrogatepass"))
    listed = lambda found: {"count": len(found), "ids": found}  # noqa: E731
    return {
        **{"scorer": "cpopqa-ranking 1", "items": len(items), "predictions": len(predictions)},
        "parsed": sum(1 for _, order in judged if order),
        "by_mention": listed(mentioned),
        "unparsed": listed([item["id"] for item, order in judged if order is None]),
        "missing": listed([item["id"] for item, order in judged if order is False]),
        "duplicate": listed(duplicate),
        "unknown": listed([one["id"] for one in predictions if one["id"] not in ids]),
        **{"by_target": rows(lambda item: item["target"], ["US", "GB"]), "by_n": rows(lambda item: "all", ["all"])},
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
    for name in ("by_mention", "unparsed", "missing", "duplicate", "unknown"):
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
    sizes = (options, answer, set(options), set(answer), set(options + answer)) if strings else ()
    return numbers and strings and one.get("target") in ("US", "GB") and all(len(names) == n for names in sizes)

def read_jsonl(file, is_valid, wanted):
    values, at, problem = [], 0, "cannot be read"
    try:
        with sys.stdin.buffer if file == "-" else open(file, "rb") as stream:
            data = stream.read()
        problem = "cannot be read as UTF-8 text"
        for line in data.decode("utf-8-sig").split("\n"):
            at, problem = at + 1, "not valid JSON"
            if line.strip(" \t\r") == "": continue
            if not values and line.lstrip(" \t").startswith("["):
                problem = "one object a line, not one array"
                raise ValueError
            values.append(json.loads(line, parse_int=float, parse_constant=int))  # numbers as in the twin; no NaN
            problem = f"not {wanted}"
            if not isinstance(values[-1], dict) or not is_valid(values[-1]):
                raise ValueError
    except (OSError, ValueError, RecursionError) as error:
        problem = "no such file" if isinstance(error, FileNotFoundError) else problem
        fail(f"{file}{f':{at}' if at else ''}: {problem}")
    return values

def fail(message):
    sys.stderr.write(f"{message}\n")
    sys.exit(2)

def main():
    """Runs the command line: exit code 0 when scored, 2 on wrong usage or unreadable input."""
    items_file = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "data", "test.jsonl")
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.error, parser.format_help = lambda _: fail(USAGE), lambda: USAGE + "\n"
    parser.add_argument("predictions", nargs="*")
    parser.add_argument("--items", default=os.path.normpath(items_file))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--help", action="help")
    args = parser.parse_args()
    if len(args.predictions) != 1 or not args.predictions[0]:
        fail(USAGE)
    path, is_answer = args.predictions[0], lambda one: isinstance(one.get("id"), str)
    predictions = read_jsonl(path, is_answer, "an object with a string id")
    items = read_jsonl(args.items, is_item, "a CPopQA item (see README.md)")
    if len({item["id"] for item in items}) < (len(items) or 1):
        fail(f"{args.items}: no items, or two with one id")
    if predictions and not any("output" in one for one in predictions): sys.stderr.write(HINT)
    report = score_items(items, predictions)
    sys.stdout.buffer.write(f"{to_json(report) if args.json else to_text(report)}\n".encode())

if __name__ == "__main__":
    main()
