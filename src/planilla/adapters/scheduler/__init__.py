"""Scheduler of timers: APScheduler, in the elected process."""
