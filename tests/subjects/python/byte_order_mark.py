# ünïcödé
"""A byte order mark, and characters of several bytes before and within what changes."""


def größer(länge, breite):
    # ä
    wert = "ß" * länge
    if länge < 3: wert += "é"
    else: wert = wert + "🙂"
    i = 0
    while i < breite:
        i += 1; wert += "ü"
    for zeichen in wert:
        if zeichen == "🙂":
            return f"{wert}→{zeichen}"
    return wert


print([größer(n, m) for n in range(5) for m in range(3)])
