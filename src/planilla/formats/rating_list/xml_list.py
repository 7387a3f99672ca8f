"""Reader of XML lists: `<playerslist><player><fideid>…`, one player at a time.

The text is split after each player. A player is matched against a pattern built from the elements
of an earlier one, and parsed by expat if it does not match. So a broken player affects no other,
and any well-formed player is read, with its elements in any order. The text before the first player
is parsed by expat; a document type is refused, since it could define entities that expand without
limit.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from xml.parsers import expat

from planilla.formats.rating_list.cells import FOUND_MAX, CellFault, PlayerParser
from planilla.formats.rating_list.columns import fields_of
from planilla.formats.rating_list.records import FIELDS, Batch, ListFault, NotAList

END = "</player>"
BEGIN = re.compile(rb"<player[\s>]")
PLAYER_MAX = 16_384
"""Longest player in characters; those of FIDE have about 500."""
PROLOG_MAX = 65_536
"""Most bytes before the first player; FIDE's lists have about 40."""
ENCODINGS = {
    "utf-8": "utf-8",
    "us-ascii": "utf-8",
    "iso-8859-1": "cp1252",
    "windows-1252": "cp1252",
}
PATTERN_REFRESH_PLAYERS = 1_000
"""Number of players without a match after which the pattern is rebuilt."""


class MalformedPlayer(Exception):
    """A player that is not well-formed XML: its place, in lines from 0 and columns from 1."""

    def __init__(self, line: int, column: int, why: str) -> None:
        self.line = line
        self.column = column
        self.why = why
        super().__init__(f"{line}:{column}: {why}")


class Pattern:
    """The elements of a player in order, and a regular expression for players with just these."""

    def __init__(self, tags: Sequence[str], rate: str) -> None:
        elements = "".join(rf"\s*<{re.escape(tag)}>([^<&]*)</{re.escape(tag)}>" for tag in tags)
        self.match = re.compile(rf"\s*<player>{elements}\s*").fullmatch
        fields = fields_of(tags, rate)
        self._texts = itemgetter(
            *(fields.index(field) if field in fields else -1 for field in FIELDS)
        )

    def texts(self, found: re.Match[str]) -> Sequence[str]:
        """Return the texts of `FIELDS` for the player that matched."""
        texts: Sequence[str] = self._texts((*found.groups(), ""))
        return texts


class XmlList:
    """Reader of the players of an XML list; `rate` is the rate of play of a single rating."""

    def __init__(self, rate: str) -> None:
        self._rate = rate
        self._parser = PlayerParser()
        self._pattern = Pattern((), rate)
        self._misses = 0
        self._line = 1

    def batches(self, chunks: Iterable[bytes]) -> Iterator[Batch]:
        """Yield the players and faults, from the first bytes of the file on.

        Raises:
            NotAList: a document type, another encoding, or no player.
        """
        pieces = iter(chunks)
        prolog, encoding, rest = _opened(pieces)
        self._line += prolog.count(b"\n")
        decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        text, is_skipping = decoder.decode(rest), False
        while True:
            players = text.split(END)
            text = players.pop()
            if is_skipping and players:
                self._line += players.pop(0).count("\n")
                is_skipping = False
            batch = self._batch(players)
            if len(text) > PLAYER_MAX:
                if not is_skipping:
                    before = text.count("\n", 0, max(0, text.find("<")))
                    batch.faults.append(self._fault(before, 1, "not-xml", found=_shown(text)))
                self._line += text.count("\n")
                text, is_skipping = "", True
            yield batch
            chunk = next(pieces, None)
            if chunk is None:
                break
            text += decoder.decode(chunk)
        if "</" not in text or BEGIN.search(text.encode()):
            yield Batch([], [self._fault(text.count("\n"), 1, "cut-off")])

    def _batch(self, blocks: Iterable[str]) -> Batch:
        batch = Batch([], [])
        for block in blocks:
            found = self._pattern.match(block)
            try:
                texts = self._pattern.texts(found) if found else self._by_expat(block)
                first = self._line + block.count("\n", 0, block.find("<"))
                batch.players.append(self._parser.player(first, texts))
            except MalformedPlayer as odd:
                batch.faults.append(self._not_xml(odd))
            except CellFault:
                batch.faults.append(self._first_broken(block))
            self._line += block.count("\n")
        return batch

    def _by_expat(self, block: str) -> Sequence[str]:
        elements = elements_of(block)
        if self._misses % PATTERN_REFRESH_PLAYERS == 0:
            self._pattern = Pattern(tuple(elements), self._rate)
        self._misses += 1
        return self._texts_of(elements)

    def _texts_of(self, elements: Mapping[str, str]) -> Sequence[str]:
        fields = dict(zip(fields_of(tuple(elements), self._rate), elements.values(), strict=True))
        return [fields.get(field, "") for field in FIELDS]

    def _not_xml(self, odd: MalformedPlayer) -> ListFault:
        return self._fault(odd.line, odd.column, "not-xml", found=odd.why)

    def _first_broken(self, block: str) -> ListFault:
        try:
            elements = elements_of(block)
        except MalformedPlayer as odd:
            return self._not_xml(odd)
        fields = fields_of(tuple(elements), self._rate)
        for field, (tag, text) in zip(fields, elements.items(), strict=True):
            try:
                self._parser.check(field, text)
            except CellFault as broken:
                return self._at(block, block.find(f"<{tag}>") + len(tag) + 2, broken)
        missing = "id-missing" if "id" not in fields else "name-missing"
        return self._at(block, block.find("<"), CellFault(missing))

    def _at(self, block: str, at: int, broken: CellFault) -> ListFault:
        """Return a fault at a character of a block."""
        column = at - (block.rfind("\n", 0, at) + 1) + 1
        return self._fault(block.count("\n", 0, at), column, broken.code, **broken.fields)

    def _fault(self, lines: int, column: int, code: str, **fields: str | int) -> ListFault:
        return ListFault(self._line + lines, column, code, fields)


def _opened(chunks: Iterator[bytes]) -> tuple[bytes, str, bytes]:
    """Return the text before the first player, the encoding, and the unread remainder."""
    read = b""
    for chunk in chunks:
        read += chunk
        begin = BEGIN.search(read)
        if begin is not None:
            prolog = read[: begin.start()]
            return prolog, _encoding_of(prolog), read[begin.start() :]
        if len(read) > PROLOG_MAX:
            break
    _encoding_of(read[:PROLOG_MAX])
    raise NotAList("no-players-element")


def _encoding_of(prolog: bytes) -> str:
    declared = ["utf-8"]

    def declare(_: str, encoding: str | None, __: int) -> None:
        declared.append((encoding or "utf-8").lower())

    def refuse(*_: object) -> None:
        raise NotAList("doctype")

    parser = expat.ParserCreate()
    parser.XmlDeclHandler = declare
    parser.StartDoctypeDeclHandler = refuse
    is_xml = True
    try:
        parser.Parse(prolog, False)  # noqa: FBT003 - it takes no names
    except expat.ExpatError:
        is_xml = False
    if declared[-1] not in ENCODINGS:
        raise NotAList("encoding", found=declared[-1][:FOUND_MAX])
    if not is_xml:
        raise NotAList("no-players-element")
    return ENCODINGS[declared[-1]]


def elements_of(block: str) -> dict[str, str]:
    """Return the texts of one player's elements by name; the last element of a name counts.

    Raises:
        MalformedPlayer: it is not well-formed XML, or not a player.
    """
    found: dict[str, str] = {}
    path: list[str] = []

    def start(tag: str, _: Mapping[str, str]) -> None:
        path.append(tag)
        if len(path) == 2:
            found[tag] = ""

    def text(letters: str) -> None:
        if len(path) == 2:
            found[path[1]] += letters

    parser = expat.ParserCreate(encoding="utf-8")
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: path.pop()
    parser.CharacterDataHandler = text
    blank = len(block) - len(block.lstrip())
    try:
        parser.Parse((block[blank:] + END).encode(), True)  # noqa: FBT003 - it takes no names
    except expat.ExpatError as error:
        lines = block.count("\n", 0, blank) + error.lineno - 1
        raise MalformedPlayer(lines, error.offset + 1, expat.ErrorString(error.code)) from error
    return found


def _shown(text: str) -> str:
    return " ".join(text[: 4 * FOUND_MAX].split())[:FOUND_MAX]
