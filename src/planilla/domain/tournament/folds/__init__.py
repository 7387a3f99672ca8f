"""What each event does to a tournament, one file for each subject; `evolve` puts them together."""
