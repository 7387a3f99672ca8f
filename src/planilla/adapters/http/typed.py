"""What was typed into a form, for the page that shows it again."""


class Input(dict[str, str]):
    """What was typed into a form, for showing it again; what was not typed is empty."""

    def __missing__(self, name: str) -> str:
        return ""
