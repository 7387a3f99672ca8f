"""Something that rings at set times: APScheduler, in the process that is elected."""
