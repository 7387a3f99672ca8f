"""What the pages say, in English: navigation, forms, tables, notices."""

PAGES: dict[str, str] = {}
