"""The command line: `python -m mahjongclub.rules replay FILE` and `python -m mahjongclub.rules variants`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TextIO

from .game import RuleError
from .record import read_record, replay
from .registry import variants
from .variant import Source
from .words import Text, text_by_language

LARGEST_INPUT = 64 * 1024 * 1024
#: the name is told as "option", the length of a list by its default
UNTOLD = ("name", "length")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, or 2 for a bad record or a wrong call.

    A reader that has seen enough (`head`) closes the pipe: that is no fault.
    """
    try:
        code = run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # what is still to be written as Python ends goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and print what it says; the exit code as `main` gives it."""
    parser = argparse.ArgumentParser(prog="python -m mahjongclub.rules")
    commands = parser.add_subparsers(dest="command", required=True)
    settle = commands.add_parser("replay", help="settle game records: one JSON value, or one a line")
    settle.add_argument("file", help="a file, or - for standard input")
    commands.add_parser("variants", help="list the variants with presets and options, as JSON")
    chosen = parser.parse_args(arguments)
    if chosen.command == "variants":
        _print(describe_variants(), sys.stdout, indent=2)
        return 0
    try:
        results = [replay(read_record(value)).to_json() for value in _read_values(chosen.file)]
    except RuleError as fault:
        _print({"error": fault.to_json()}, sys.stderr)
        return 2
    for result in results:
        _print(result, sys.stdout)
    return 0


def describe_variants() -> list[dict[str, Any]]:
    """Every variant with its presets and every option, ready for JSON. Texts carry every language."""
    return [
        {
            "variant": variant.key,
            "name": text_by_language(variant.name),
            "seats": variant.seats,
            "presets": [
                {
                    "preset": preset.key,
                    "name": text_by_language(preset.name),
                    "source": _describe_source(preset.source),
                    "rules": preset.rules.to_json(),
                }
                for preset in variant.presets
            ],
            "options": [
                {
                    "option": item.name,
                    "kind": item.kind,
                    **{
                        field.name: _plain(getattr(item, field.name))
                        for field in fields(item)
                        if field.name not in UNTOLD
                    },
                }
                for item in variant.rules_type.describe_options()
            ],
        }
        for variant in variants()
    ]


def _describe_source(source: Source | None) -> dict[str, Any] | None:
    """A preset's source for JSON, in every language."""
    return (
        None if source is None else {item.name: _plain(getattr(source, item.name)) for item in fields(source)}
    )


def _plain(value: Any) -> Any:
    """A value of an option for JSON: a text in every language, a list for a tuple."""
    if isinstance(value, Text):
        return text_by_language(value)
    if isinstance(value, Mapping):
        return {word: text_by_language(text) for word, text in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _print(value: Any, stream: TextIO, indent: int | None = None) -> None:
    """JSON with its own letters where the stream can show them, escaped where it cannot."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if indent is None and len(text.splitlines()) > 1:
        text = json.dumps(value)  # a name holds one of Unicode's line ends, and a result is one line
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=indent)
    print(text, file=stream)


def _read_values(path: str) -> list[Any]:
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(LARGEST_INPUT + 1)
        else:
            with open(path, "rb") as file:
                raw = file.read(LARGEST_INPUT + 1)
    except OSError as fault:
        raise RuleError(
            "unreadable_file",
            None,
            Text("{path} cannot be read: {reason}.", path=path, reason=fault.strerror),
        ) from None
    if len(raw) > LARGEST_INPUT:
        raise RuleError("file_too_large", None, Text("The file is too large."))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _not_json("it is not UTF-8") from None
    try:
        return [_parse(text)]
    except RuleError as whole:
        # Not splitlines: a JSON text may hold the other line ends of Unicode as they are.
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2:
            raise
        fault_of_the_whole = whole
    try:
        first = _parse(lines[0])
    except RuleError:
        raise fault_of_the_whole from None  # one value over several lines: its own fault says more
    return [first, *(_parse(line) for line in lines[1:])]


def _parse(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except RuleError:
        raise
    except (ValueError, RecursionError) as fault:
        raise _not_json(str(fault)) from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise _not_json("a key stands twice in one object")
    return entries


def _no_constant(word: str) -> Any:
    raise _not_json(f"{word} is not a number")


def _not_json(why: str) -> RuleError:
    return RuleError("not_json", None, Text("This is not a game record: {why}.", why=why))


if __name__ == "__main__":
    sys.exit(main())
