"""Parsers and writers of file formats: text to values and values to text, without file access."""
