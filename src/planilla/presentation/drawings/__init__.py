"""Drawings in SVG, made from exact figures: the same on pages, on paper and in a file.

Each module has what is drawn as plain data, and its markup. No drawing needs script or a style of
its own, and none says anything that is not said in words beside it.
"""
