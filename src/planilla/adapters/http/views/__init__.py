"""View models: what a page shows, made from the state of a tournament, ready for a template."""
