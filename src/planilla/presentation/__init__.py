"""Words and figures for people: values become sentences, figures and drawings."""
