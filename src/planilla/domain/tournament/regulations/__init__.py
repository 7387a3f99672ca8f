"""Regulations («las bases»): what an event announces, as data from which it is configured."""
