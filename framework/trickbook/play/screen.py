"""The whole screen of a terminal: the table above, what there is to choose in the middle, what is typed below.

Drawn by prompt_toolkit, which knows terminals, NO_COLOR and Windows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from prompt_toolkit import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.styles import Style

from trickbook.play.conversation import Conversation
from trickbook.play.plain import folded
from trickbook.play.view import View
from trickbook.play.words import asked_lines, choice_text, hand_line, table_lines, trick_lines
from trickbook.wording import one_line

_STYLE = Style.from_dict(
    {
        "clubs": "ansigreen bold",
        "spades": "bold",
        "hearts": "ansired bold",
        "diamonds": "ansiyellow bold",
        "chosen": "reverse",
        "keys": "italic",
    }
)
_SUITS = {"♣": "class:clubs", "♠": "class:spades", "♥": "class:hearts", "♦": "class:diamonds"}
_CARD = re.compile(r"((?:10|[2-9JQKA])?[♣♠♥♦])")
_KEYS = "Arrows and Enter play; or type a number, cards, ? undo table finish help quit"


def coloured(text: str, style: str = "") -> StyleAndTextTuples:
    """Return a text with its cards in the colours of their suits; a style is added to all of it."""
    return [
        (f"{_SUITS.get(part[-1:], '') if _CARD.fullmatch(part) else ''} {style}".strip(), part)
        for part in _CARD.split(text)
        if part
    ]


class Screen:
    """A conversation on the whole screen."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._said: list[str] = conversation.opening()
        self._chosen = 0
        self._view = conversation.session.view()
        self._typed = Buffer(multiline=False, accept_handler=self._accept)
        self._failed: BaseException | None = None

    def run(self, source: Input | None = None, output: Output | None = None) -> None:
        """Play until the person leaves. Raises what `Conversation.enter` does."""
        application: Application[None] = Application(
            Layout(self._layout(), focused_element=self._typed),
            key_bindings=self._bindings(),
            style=_STYLE,
            full_screen=True,
            input=source,
            output=output,
        )
        self._application = application
        application.run()
        if self._failed is not None:
            raise self._failed

    def _layout(self) -> HSplit:
        entry = BufferControl(self._typed, input_processors=[BeforeInput("> ")])
        return HSplit(
            [
                Window(FormattedTextControl(self._top), dont_extend_height=True, wrap_lines=True),
                Window(height=1, char="-"),
                Window(FormattedTextControl(self._news), wrap_lines=True),
                Window(height=1, char="-"),
                Window(
                    FormattedTextControl(self._bottom),
                    dont_extend_height=True,
                    wrap_lines=True,
                    height=Dimension(max=8),
                ),
                Window(entry, height=1),
                Window(FormattedTextControl([("class:keys", _KEYS)]), height=1),
            ]
        )

    def _top(self) -> StyleAndTextTuples:
        return _joined(coloured(one_line(line)) for line in self._table())

    def _table(self) -> list[str]:
        """Return how the table stands, with the trick that is being played."""
        going_on = [trick for trick in self._view.tricks if trick.winner is None]
        return [*table_lines(self._view), *(line for trick in going_on for line in trick_lines(self._view, trick))]

    def _news(self) -> StyleAndTextTuples:
        """Return the end of what was said last, as much as there is room for."""
        size = self._application.output.get_size()
        elsewhere = {*self._table(), hand_line(self._view), *asked_lines(self._view)}
        said = [line for line in self._said if line not in elsewhere]
        lines = [part for line in said for part in folded(one_line(line), max(size.columns - 1, 20))]
        room = max(size.rows - 6 - len(self._table()) - self._bottom_height(size.columns), 3)
        return _joined(coloured(line) for line in lines[-room:])

    def _bottom_height(self, columns: int) -> int:
        text = "".join(part[1] for part in self._bottom())
        return min(sum(len(line) // max(columns, 1) + 1 for line in text.split("\n")), 8)

    def _bottom(self) -> StyleAndTextTuples:
        parts = coloured(hand_line(self._view))
        if self._view.choices:
            parts.append(("", "\n"))
        for place, choice in enumerate(self._view.choices):
            parts += coloured(f" {choice_text(choice)} ", "class:chosen" if place == self._chosen else "")
            parts.append(("", " "))
        return parts

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        nothing_typed = Condition(lambda: not self._typed.text)
        for names, step in ((("left", "up"), -1), (("right", "down"), 1)):
            for name in names:
                keys.add(name, filter=nothing_typed)(self._stepping(step))
        keys.add("?", filter=nothing_typed)(lambda _: self._enter("?"))
        keys.add("c-c")(self._leave)
        keys.add("c-d")(self._leave)
        return keys

    def _stepping(self, step: int) -> Callable[[KeyPressEvent], None]:
        def move(_: KeyPressEvent) -> None:
            self._chosen = (self._chosen + step) % max(len(self._view.choices), 1)

        return move

    def _leave(self, event: KeyPressEvent) -> None:
        event.app.exit()

    def _accept(self, typed: Buffer) -> bool:
        text = typed.text
        if not text.strip() and self._view.choices:
            text = self._view.choices[self._chosen].key
        self._typed.document = Document()
        self._enter(text)
        return True

    def _enter(self, text: str) -> None:
        try:
            self._said = self._conversation.enter(text) or self._said
        except Exception as error:  # raised in here it would be swallowed; it is told once the screen is left
            self._failed = error
            self._conversation.is_done = True
        before = self._view
        self._view = self._conversation.session.view()
        if _place(before) != _place(self._view):
            self._chosen = 0
        if self._conversation.is_done:
            self._application.exit()


def _place(view: View) -> tuple[Any, ...]:
    return view.deal, view.hand, view.choices


def _joined(lines: Iterator[StyleAndTextTuples]) -> StyleAndTextTuples:
    joined: StyleAndTextTuples = []
    for line in lines:
        joined += [*line, ("", "\n")]
    return joined[:-1]


def play_on_screen(conversation: Conversation, stream: TextIO) -> None:
    """Play on the terminal that a stream writes to, until the person leaves."""
    Screen(conversation).run(output=create_output(stdout=stream))
