"""What the pages say, in Spanish: navigation, forms, tables, notices."""

PAGES: dict[str, str] = {}
