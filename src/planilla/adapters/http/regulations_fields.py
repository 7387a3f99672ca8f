"""Regulations as the text fields of their form, each named by its place in `Regulations`."""

from datetime import datetime

from planilla.domain.prizes.currencies import decimals_of
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.tournament.regulations.announcement import Category, Regulations
from planilla.domain.tournament.regulations.time_controls import Period, TimeControl


def texts_of(regulations: Regulations) -> dict[str, str]:
    """What stands in the fields of the form, apart from the free texts."""
    currency = regulations.entries.currency
    entries, schedule = regulations.entries, regulations.schedule
    play, rating = regulations.play, regulations.rating
    conduct, appeals = regulations.conduct, regulations.appeals
    return {
        "name": regulations.name,
        "entries.opens": entries.opens.isoformat() if entries.opens else "",
        "entries.closes": _minutes(entries.closes) if entries.closes else "",
        "entries.fee": amount_text(entries.fee, currency),
        "entries.currency": currency,
        "entries.players_min": str(entries.players_min),
        "entries.players_max": str(entries.players_max),
        "venue.city": regulations.venue.city,
        "venue.federation": regulations.venue.federation,
        "schedule.time_zone": schedule.time_zone,
        "schedule.starts": "\n".join(_minutes(start) for start in schedule.starts),
        "schedule.round_minutes": str(schedule.round_minutes),
        "play.system": play.system,
        "play.rounds": str(play.rounds or ""),
        "play.point_system": play.point_system,
        "play.tiebreaks": " ".join(play.tiebreaks or ()),
        "play.tiebreak_mode": play.tiebreak_mode,
        "play.tiebreak_edition": play.tiebreak_edition,
        "play.first_colour": play.first_colour.value if play.first_colour else "",
        "rating.federations": " ".join(rating.federations),
        "rating.rules": rating.rules,
        "conduct.laws": conduct.laws.value,
        "conduct.default_minutes": str(conduct.default_minutes),
        "conduct.no_shows_max": str(conduct.no_shows_max),
        "appeals.committee": appeals.committee.value,
        "appeals.minutes": str(appeals.minutes),
        "appeals.deposit": amount_text(appeals.deposit, currency),
        "privacy.published": ",".join(each.value for each in regulations.privacy.published),
        "privacy.minors_in_full": "1" if regulations.privacy.minors_in_full else "",
        **_control_texts(regulations.time_control),
        **_category_texts(regulations.categories),
        **_prize_texts(regulations.prizes),
    }


def amount_text(amount: int, currency: str) -> str:
    """An amount as somebody types it: `30`, `27.50`."""
    decimals = decimals_of(currency)
    whole, rest = divmod(amount, 10**decimals)
    return f"{whole}.{rest:0{decimals}}" if rest else str(whole)


def _minutes(moment: datetime) -> str:
    return moment.isoformat(sep=" ", timespec="minutes")


def _control_texts(control: TimeControl | None) -> dict[str, str]:
    if control is None:
        return {"time_control": ""}
    return {
        "time_control": control.kind.value,
        "time_control.periods": _period_texts(control),
        "time_control.each_s": str(control.each_s),
        "time_control.repeats": str(control.repeats),
        "time_control.black": _period_texts(control.black) if control.black else "",
    }


def _period_texts(control: TimeControl) -> str:
    return " + ".join(_period_text(period) for period in control.periods)


def _period_text(period: Period) -> str:
    minutes, rest = divmod(period.seconds, 60)
    time = f"{period.seconds}s" if rest else str(minutes)
    return f"{period.moves}/{time}" if period.moves else time


def _category_texts(categories: tuple[Category, ...]) -> dict[str, str]:
    return {
        f"category-{number}.{name}": text
        for number, category in enumerate(categories, start=1)
        for name, text in (
            ("code", category.code),
            ("minors", "1" if category.minors else ""),
            ("born_from", str(category.born_from or "")),
            ("rating_to", str(category.rating_to or "")),
        )
    }


def _prize_texts(plan: PrizePlan | None) -> dict[str, str]:
    if plan is None:
        return {}
    texts = {
        "prizes.fund": amount_text(plan.fund, plan.currency),
        "prizes.taking": plan.taking.value,
    }
    for number, group in enumerate(plan.groups, start=1):
        texts |= {
            f"prize-{number}.prizes": " ".join(
                amount_text(prize, plan.currency) for prize in group.prizes
            ),
            f"prize-{number}.category": group.category,
            f"prize-{number}.rating_from": _bound_text(group.rating_from),
            f"prize-{number}.rating_to": _bound_text(group.rating_to),
            f"prize-{number}.admits_unrated": "1" if group.admits_unrated else "",
            f"prize-{number}.sharing": group.sharing.value,
        }
    return texts


def _bound_text(bound: int | None) -> str:
    return "" if bound is None else str(bound)
