"""Web Push: encrypted messages to the browsers of those who follow players."""
