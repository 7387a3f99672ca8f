"""Pages: one module per subject, with subclasses of `Pages` that are found automatically."""
