"""Text becomes values and values become text; nothing here opens a file."""
