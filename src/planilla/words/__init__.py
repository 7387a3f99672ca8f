"""What is said to people: a code and its fields become a sentence, in Spanish and in English."""
