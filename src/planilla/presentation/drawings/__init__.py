"""Drawings in SVG, made from exact figures: the same on pages, on paper and in a file.

Each module has the drawing as plain data, and its markup. No drawing needs script or a style of its
own, and each only repeats the text beside it.
"""
