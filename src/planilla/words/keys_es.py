"""Signed heads, keys and proofs, in Spanish."""

KEYS: dict[str, str] = {
    "event.LogKeyAnnounced": "Las cabezas del torneo las firma la clave {key}.",
    "event.LogKeyAnnounced.endorsed": (
        "Desde ahora las cabezas las firma la clave {key}; la anterior lo ha confirmado."
    ),
    "event.LogKeyAnnounced.next": (
        "Desde ahora las cabezas las firma la clave {key}; la anterior no lo ha confirmado."
    ),
    "refusal.no-such-key-form": (
        "«{field}» no está bien escrito: una clave tiene 64 cifras hexadecimales en minúscula; "
        "una confirmación, 128."
    ),
    "refusal.another-key-in-force": (
        "La clave que se quiere sustituir no es la vigente. Vuelve a mirar y decide."
    ),
    "refusal.key-retired": "La clave {key} fue sustituida por otra: no vuelve nunca.",
}
