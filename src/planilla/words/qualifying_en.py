"""What is said of the places that qualify, in English."""

QUALIFYING: dict[str, str] = {
    "stage.next-stage": "the next stage",
    "stage.final": "the final",
    "event.QualifyingPlacesSet": (
        "{places:The first place qualifies|The first {places} places qualify} for {stage:@stage}."
    ),
    "event.QualifyingPlacesSet.none": "No place qualifies for another stage any more.",
    "refusal.qualifying-places-out-of-range": (
        "{places} qualifying places are not possible: choose between {smallest} and {largest}."
    ),
    "confirm.act.set-qualifying-places": "Set the qualifying places",
    "impact.topic.qualifying.set": (
        "For {stage:@stage}: {top:the first place|the first {top} places}"
    ),
    "impact.topic.qualifying.none": "No place qualifies any more",
    "qualifying.title": "Qualifying places",
    "qualifying.rule": (
        "{places:The first place|The first {places} places} of the final standings "
        "{places:qualifies|qualify} for {stage:@stage}."
    ),
    "qualifying.none": "No places of this tournament qualify for another stage.",
    "qualifying.line": "{places:The qualifying place ends|The {places} qualifying places end} here",
    "qualifying.line.tied": (
        "{places:The qualifying place ends|The {places} qualifying places end} here; {sharing} "
        "players are tied for {left:one of them|{left} of them}"
    ),
    "qualifying.tied": (
        "{sharing} players are equal after all tie-breaks, and {left:one place is|{left} places "
        "are} left for them. All of them stand above the line; who of them goes on is for the "
        "regulations to say."
    ),
    "qualifying.all": "There are no more players than places.",
    "qualifying.handed": (
        "Places are counted: none is handed down where somebody may not go on, or does not want to."
    ),
    "qualifying.within": "qualifies",
    "qualifying.sharing": "tied for the last place",
    "qualifying.outside": "does not qualify",
    "qualifying.now": "As it stands",
    "qualifying.final": "Who qualifies",
    "qualifying.chance": "Chance to qualify",
    "qualifying.chance.short": "In",
    "qualifying.chance.help": (
        "It is the chance of {places:the first place|one of the first {places} places}; who is "
        "tied for good has an equal chance of each place of the tie."
    ),
    "qualifying.set.stage": "They qualify for",
    "qualifying.set.help": (
        "The standings are parted after the last of these places; corrections and what-if tell who "
        "comes in and who drops out. With 0 no place qualifies."
    ),
    "qualifying.set.do": "Set the places",
}
