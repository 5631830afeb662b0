"""A parcel service: the bundled example of Python."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Parcel:
    """A parcel with its address, its weight in grams, and whether it was sent."""

    address: str
    grams: int
    sent: bool = False


def load(waiting: list[Parcel], limit: int) -> list[Parcel]:
    """Return the parcels that weigh at most `limit` grams together, taken from the front, and mark them as sent."""
    loaded = []
    total = 0
    for parcel in waiting:
        if parcel.sent:
            continue
        if total + parcel.grams > limit:
            break
        total += parcel.grams
        parcel.sent = True
        loaded.append(parcel)
    return loaded


def same_label(one: Parcel, other: Parcel) -> bool:
    """Return whether two parcels have the same label."""
    left = one.address.strip()
    right = other.address.strip()
    return len(left) == len(right) and left == right


def stamps(grams: int) -> int:
    """Return how many stamps a letter needs: one for each started 20 grams, at most five."""
    count = 0
    while grams > 0 and count < 5:
        grams = grams - 20
        count += 1
    if count < 5:
        print("a letter")
    else:  # as heavy as it gets
        print("a parcel")
    return count


def main() -> None:
    """Send what fits into the van."""
    waiting = []
    for line in ("Dover 300", "Calais 450", " Dover  500"):
        address, _, grams = line.rpartition(" ")
        waiting.append(Parcel(address, int(grams)))
    print([parcel.address for parcel in load(waiting, 800)])
    print(same_label(waiting[0], waiting[2]), stamps(45))


if __name__ == "__main__":
    main()
