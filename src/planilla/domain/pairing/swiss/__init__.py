"""Swiss systems: each round pairs those of equal scores who have not met."""
