"""The regulations of an event as its page tells them, in English."""

REGULATIONS: dict[str, str] = {
    "event.RegulationsAnnounced": "The regulations are announced.",
    "regulations.title": "Regulations",
    "regulations.read": "Read the regulations",
    "regulations.none": "The regulations of this event have not been announced in full.",
    "regulations.subscribe": "Subscribe to the schedule",
    "regulations.calendar": "Schedule for your calendar (.ics)",
    "regulations.article.event": "Tournament and organiser",
    "regulations.article.entries": "Entries",
    "regulations.article.technical": "Venue and calendar",
    "regulations.article.type": "Type of tournament",
    "regulations.article.rules": "Rules",
    "regulations.article.staff": "Staff",
    "regulations.article.privacy": "Personal data",
    "regulations.topic.organiser": "Organiser",
    "regulations.topic.who-may-enter": "Who may enter",
    "regulations.topic.how-to-enter": "How to enter",
    "regulations.topic.payment": "Payment",
    "regulations.topic.allowances": "Allowances",
    "regulations.topic.conditions": "Other conditions",
    "regulations.topic.venue": "Venue",
    "regulations.topic.contact": "Contact",
    "regulations.topic.calendar": "About the calendar",
    "regulations.topic.homologation": "Recognition",
    "regulations.topic.phases": "Phases and groups",
    "regulations.topic.event-rules": "Rules of this event",
    "regulations.topic.prizes": "About the prizes",
    "regulations.topic.director": "Director",
    "regulations.topic.chief-arbiter": "Chief arbiter: surname, name (FIDE ID)",
    "regulations.topic.deputy-arbiters": ("Deputy arbiters, one a line: surname, name (FIDE ID)"),
    "regulations.topic.arbiters": "Arbiters",
    "regulations.topic.committee": "Members of the appeals committee",
    "regulations.topic.appeals": "How to appeal, and what about",
    "regulations.topic.data": "Whom to ask about personal data",
    "regulations.event": "These are the regulations of the tournament “{name}”.",
    "regulations.entries.both": "Entries are open from {opens} to {closes}.",
    "regulations.entries.from": "Entries are open from {opens} on.",
    "regulations.entries.to": "Entries are open until {closes}.",
    "regulations.fee": "The fee is {fee}.",
    "regulations.players.both": (
        "The event takes place with {least} players at least; no more than {most} are admitted."
    ),
    "regulations.players.least": "The event takes place with {least} players at least.",
    "regulations.players.most": "No more than {most} players are admitted.",
    "regulations.categories": "Categories: {categories}.",
    "regulations.category.born": "born in {year} or later",
    "regulations.category.rating": "rating up to {rating}",
    "regulations.category.minors": "minors",
    "regulations.place": "Played in {city}.",
    "regulations.place-of": "Played in {city} ({federation}).",
    "regulations.zone": "The rounds start at these times of {zone}:",
    "regulations.length": "A round is planned for {expected}.",
    "regulations.length.longest": (
        "A game of {moves} moves that uses all its time lasts {longest}."
    ),
    "regulations.rated": "The games are rated by {federations}: {rules:@regulations.rating-rules}.",
    "regulations.unrated": "The games are not rated.",
    "regulations.rating-rules.elo-libro": "Elo as the book has it",
    "regulations.rating-rules.elo-fide-2024": "FIDE rules of 1 March 2024",
    "regulations.rating-rules.elo-fide-2024-rapid": ("FIDE rules of 1 March 2024, rapid and blitz"),
    "regulations.rate.standard": "They count for the standard list.",
    "regulations.rate.rapid": "They count for the rapid list.",
    "regulations.rate.blitz": "They count for the blitz list.",
    "regulations.rate.faster": "They are too fast for any list of FIDE.",
    "regulations.system": "System of play: {system:@system}. {system:@system-help}",
    "regulations.rounds": "{rounds} {rounds:round is|rounds are} played.",
    "regulations.points": "Points: {points}.",
    "regulations.control": "Time control: {signs}. {meaning}",
    "regulations.control.code": "In a TRF26 report: {code}.",
    "regulations.control.no-code": "TRF26 has no code for it.",
    "regulations.control.black": "Black has {signs}.",
    "regulations.control.guillotine": "{periods}.",
    "regulations.control.one-period": "{periods}.",
    "regulations.control.two-periods": "{periods}.",
    "regulations.control.repeated": "{periods}, again and again as long as the game lasts.",
    "regulations.control.fide": (
        "{periods}; once a player has used it up, {each} are added for both with each move, and "
        "what is not used is kept."
    ),
    "regulations.control.fide-tournament": (
        "{periods}; from the last period on {each} are added with each move."
    ),
    "regulations.control.fischer": (
        "{periods}; {each} are added with each move from the first on, and what is not used is "
        "kept."
    ),
    "regulations.control.fischer-tournament": (
        "{periods}; {each} are added with each move from the first on."
    ),
    "regulations.control.bronstein": (
        "{periods}; of each move the first {each} do not count, and what is not used is not kept."
    ),
    "regulations.control.hourglass": "{first} each; what one player uses, the other gains.",
    "regulations.control.gong": (
        "{first} for every move; what is left of it runs down before the other's time starts."
    ),
    "regulations.control.byo-yomi": (
        "{first}, then {repeats} {repeats:period|periods} of {each}; a move made in time gives the "
        "whole period back."
    ),
    "regulations.control.period.moves": "{time} for {moves} moves",
    "regulations.control.period.rest": "{time} to the end of the game",
    "regulations.control.period.first": "{time}",
    "regulations.control.then": ", then ",
    "time-control.guillotine": "One time for the whole game",
    "time-control.one-period": "A period, then a time to the end",
    "time-control.two-periods": "Two periods, then a time to the end",
    "time-control.repeated": "A period, then another again and again",
    "time-control.fide": "FIDE: time for each move once the first has run out",
    "time-control.fide-tournament": "FIDE tournament: time for each move from the last period on",
    "time-control.fischer": "Fischer: a time, and more with each move",
    "time-control.fischer-tournament": "Fischer tournament: periods, and more with each move",
    "time-control.bronstein": "Bronstein: a delay with each move",
    "time-control.hourglass": "Hour-glass",
    "time-control.gong": "Gong: the same time for every move",
    "time-control.byo-yomi": "Go with byo-yomi",
    "regulations.laws.fide": "The games are played by the FIDE Laws of Chess.",
    "regulations.laws.other": "The games are played by the rules told here.",
    "regulations.default.at-once": "Who is not there when the round starts loses the game.",
    "regulations.default.after": (
        "Who has not arrived {minutes} {minutes:minute|minutes} after the start of the round loses "
        "the game."
    ),
    "regulations.no-shows": (
        "Who misses {n} {n:game|games} without notice is disqualified and not paired any more."
    ),
    "regulations.tiebreaks": (
        "Players with equal points are separated by these tie-breaks "
        "({edition:@regulations.edition}); {mode:@mode}:"
    ),
    "regulations.tiebreaks.none": "Players with equal points share their place.",
    "regulations.edition.libro": "as the book has them",
    "regulations.edition.fide-2024-08": "FIDE C.07 of August 2024",
    "regulations.edition.fide-2026-03": "FIDE C.07 of 1 March 2026",
    "regulations.fund": "The prize fund is {fund}:",
    "regulations.prizes.general": "General",
    "regulations.prizes.from": "rating from {rating}",
    "regulations.prizes.to": "rating up to {rating}",
    "regulations.prizes.unrated": "and the unrated",
    "regulations.sharing.fixed": "each the prize of the place after the tie-breaks",
    "regulations.sharing.shared": "those tied on points share their prizes equally",
    "regulations.sharing.hort": "Hort: half shared by those tied on points, half by the places",
    "regulations.taking.highest": "Nobody takes more than one prize: the one that brings the most.",
    "regulations.taking.every": "A player takes every prize that they win.",
    "regulations.committee.none": "There is no appeals committee: the chief arbiter decides.",
    "regulations.committee.named": "The members of the appeals committee are named here.",
    "regulations.committee.lot": "The appeals committee is drawn by lot among the players.",
    "regulations.committee.vote": "The players vote for the appeals committee.",
    "regulations.committee.rules": (
        "The appeals committee is formed of players by rule: of age, each of another federation, "
        "with an arbiter's title, then by rating, by age, and by the alphabet."
    ),
    "regulations.appeal": (
        "One may appeal until {minutes} {minutes:minute|minutes} after the round has ended."
    ),
    "regulations.deposit": "A deposit of {deposit} is given back when the appeal is granted.",
    "regulations.published": "Published are names, pairings, results and standings.",
    "regulations.published.also": (
        "Published are names, pairings, results and standings; also {what:@regulations.publishing}."
    ),
    "regulations.publishing.ratings": "ratings with titles",
    "regulations.publishing.federations": "federations",
    "regulations.publishing.clubs": "clubs",
    "regulations.publishing.games": "the moves of the games",
    "regulations.publishing.photos": "photographs",
    "regulations.consent": (
        "Who takes part authorises the organiser to publish these data where it is needed to make "
        "the event known."
    ),
    "regulations.minors": (
        "Of players in {categories}, and of players under 18 by date of birth, only the given name "
        "and the initial of the surname are published: no full name, no date of birth and no "
        "federation id. The arbiters see the full data."
    ),
    "regulations.minors.by-age": (
        "Of players under 18 by date of birth, only the given name and the initial of the surname "
        "are published: no full name, no date of birth and no federation id. The arbiters see the "
        "full data."
    ),
    "regulations.minors.full": (
        "Of minors the same data are published as of everybody, with the consent of those who "
        "have custody of them."
    ),
    "regulations.private": (
        "Birth dates and contact details are seen by the arbiters alone. Whoever asks for it has "
        "their personal data erased; the results stay, under a number."
    ),
    "regulations.weekday.0": "Monday",
    "regulations.weekday.1": "Tuesday",
    "regulations.weekday.2": "Wednesday",
    "regulations.weekday.3": "Thursday",
    "regulations.weekday.4": "Friday",
    "regulations.weekday.5": "Saturday",
    "regulations.weekday.6": "Sunday",
    # what contradicts itself
    "refusal.number-out-of-range": (
        "{field:@regulations.field}: {value} is not possible; choose between {smallest} and "
        "{largest}."
    ),
    "refusal.local-time-wanted": (
        "{field:@regulations.field}: “{value}” has a time zone. Write the local time of the venue "
        "without one."
    ),
    "refusal.no-such-code": (
        "{field:@regulations.field}: “{value}” is no code. Write it as {field:@regulations.code}."
    ),
    "refusal.category-twice": "There are two categories “{category}”: give each another code.",
    "refusal.minimum-above-maximum": (
        "At least {minimum} players and no more than {maximum} is not possible: lower the minimum "
        "or raise the maximum."
    ),
    "refusal.too-many-rounds": (
        "{players} players cannot play {rounds} rounds without meeting again: announce fewer "
        "rounds than players."
    ),
    "refusal.entries-close-before-they-open": (
        "Entries close on {closes} and open on {opens}: let them close later."
    ),
    "refusal.entries-close-too-late": (
        "Entries close on {closes} and round 1 starts on {starts}: let them close before it starts."
    ),
    "refusal.schedule-incomplete": (
        "The calendar has {starts} {starts:start|starts} and there are {rounds} rounds: write one "
        "start for each round."
    ),
    "refusal.rounds-overlap": (
        "Round {round} starts on {starts}, and the round before it is planned until {ends}: start "
        "it later."
    ),
    "refusal.time-control-impossible": (
        "The time control “{kind:@time-control}” does not go with what is said of it: "
        "{part:@regulations.part}."
    ),
    "refusal.time-control-not-rated": (
        "FIDE does not rate games with this time control: take one with the same time for both, "
        "of more than 3 minutes for 60 moves, or leave FIDE out."
    ),
    "refusal.no-such-rating-rules": "There are no rating rules “{rules}”. There are: {known}.",
    "refusal.no-such-category": (
        "There are prizes for the category “{category}”, which the event does not have. "
        "It has: {known}."
    ),
    "refusal.regulations-fixed": (
        "{field:@regulations.field}: once round 1 is paired it stays as it was announced "
        "({announced}); it cannot become {wanted}."
    ),
    "refusal.not-a-moment": "“{text}” is no date and time. Write it so: 2026-07-04 16:30.",
    "refusal.not-a-day": "“{text}” is no date. Write it so: 2026-07-04.",
    "refusal.not-a-time-control": (
        "“{text}” are no periods. Write minutes, after the number of moves where there is "
        "one: 40/100 + 15."
    ),
    "regulations.part.periods": "it needs another number of periods",
    "regulations.part.seconds": "each period lasts from a second to a day",
    "regulations.part.moves": (
        "the moves of a period go before a stroke, and the last period has none"
    ),
    "regulations.part.each": "it needs a time for each move, or has none",
    "regulations.part.repeats": "only byo-yomi has a number of periods at the end",
    "regulations.part.black": "Black's time is not sound",
    "regulations.code.entries.currency": "three capital letters: EUR",
    "regulations.code.schedule.time_zone": "a name of the tz database: Europe/Madrid",
    "regulations.code.venue.city": "one line of at most 80 characters",
    "regulations.code.venue.federation": "three capital letters: ESP",
    "regulations.code.rating.federations": "FIDE, or three capital letters: ESP",
    "regulations.code.categories": "up to 40 characters: U14",
}
