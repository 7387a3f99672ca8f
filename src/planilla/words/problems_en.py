"""The problems that programs meet, in English, and the page that explains a code."""

PROBLEMS: dict[str, str] = {
    "refusal.no-credentials": (
        "No link came with the request. Send its token as “Authorization: Bearer …”."
    ),
    "refusal.unknown-link": "This link does not work, or no longer works. Ask for another one.",
    "refusal.no-such-problem": "There is no problem with the code “{code}”.",
    "refusal.no-such-choice": "There is no {name} “{text}”. Choose from: {known}.",
    "refusal.no-such-channel": "There is no view of this name in the tournament.",
    "refusal.no-such-version": "The tournament has no such version.",
    "refusal.bad-version": (
        "That is not a moment of the tournament. Versions are written like this: v61."
    ),
    "refusal.too-many-channels": "Too many tournaments are being watched. Try again shortly.",
    "refusal.too-many-watchers": "Too many readers are connected. Try again shortly.",
    "refusal.projection-stopped": "The view is being rebuilt. Try again shortly.",
    "problem.title": "Problem codes",
    "problem.intro": (
        "The server gives each problem a code. A code never changes its meaning. "
        "Words in ‹brackets› stand for what the problem itself says."
    ),
    "problem.code": "Code",
    "problem.status": "HTTP status",
    "problem.meaning": "Meaning",
    "problem.advice": "What to do",
    "problem.article": "Article",
    "problem.fields": "Fields",
    "problem.all": "All codes",
    "problem.advice.400": (
        "Correct how the request is written: the title of the problem names the place. "
        "Sending the same request again will not help."
    ),
    "problem.advice.401": (
        "Send the token of a link that opens this tournament, in the header “Authorization”."
    ),
    "problem.advice.403": (
        "Use a link that allows it: an arbiter’s for one tournament, the organiser’s for all."
    ),
    "problem.advice.404": (
        "Check the address and the ids in it. Read the tournament again: what they name may have "
        "gone."
    ),
    "problem.advice.405": "Use one of the methods in the header “Allow”.",
    "problem.advice.409": (
        "Read the tournament again and decide by its present state. "
        "Sending the same request again will not help until that state changes."
    ),
    "problem.advice.412": (
        "Read the tournament again, decide whether the change is still wanted, "
        "and send it with the new version in “If-Match”."
    ),
    "problem.advice.413": "Send less, or in several parts.",
    "problem.advice.414": "Leave out of the address what the page does not need.",
    "problem.advice.422": (
        "Correct what is asked for: the title and the fields of the problem say what does not fit."
    ),
    "problem.advice.429": "Wait as long as the header “Retry-After” says, then ask less often.",
    "problem.advice.431": "Delete the cookies of this website, or send fewer headers.",
    "problem.advice.500": (
        "Nothing was recorded. Send the same request once more; if it fails again, tell whoever "
        "runs this server."
    ),
    "problem.advice.503": (
        "Wait a little and send the same request again: with the same “Idempotency-Key” it is "
        "recorded at most once."
    ),
}
