"""What conducts: the write path, the projections, the questions. It names no technology."""
