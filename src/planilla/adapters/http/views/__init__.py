"""View models: contents of pages for templates, made from the state of a tournament."""
