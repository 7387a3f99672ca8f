"""What imports would bring, in English."""

ARRIVALS: dict[str, str] = {
    "arrival.rounds": (
        "There would be {name}: {n} {n:player|players}, {published} of {rounds} "
        "{rounds:round|rounds} published, {system}."
    ),
    "arrival.no-rounds": "There would be {name}: {n} {n:player|players}, {system}.",
    "arrival.standings": "Its standings would begin:",
    "arrival.finished": "Its final standings would begin:",
    "arrival.would": (
        "{tournament}: {events} {events:fact|facts} would be appended, up to v{version}. "
        "Nothing was written."
    ),
    "arrival.already": (
        "{tournament}: all facts up to v{version} are here already; nothing would be appended."
    ),
}
