"""Signed heads, keys and proofs, in Spanish."""

KEYS: dict[str, str] = {
    "event.LogKeyAnnounced": "Las cabezas del torneo las firma la clave {fingerprint}.",
    "event.LogKeyAnnounced.endorsed": (
        "Desde ahora las cabezas las firma la clave {fingerprint}; la anterior lo ha confirmado."
    ),
    "event.LogKeyAnnounced.next": (
        "Desde ahora las cabezas las firma la clave {fingerprint}; la anterior no lo ha confirmado."
    ),
    "refusal.no-such-key-form": (
        "«{field}» no está bien escrito: una clave tiene 64 cifras hexadecimales en minúscula; "
        "una confirmación, 128."
    ),
    "refusal.another-key-in-force": (
        "La clave que se quiere sustituir no es la vigente. Vuelva a mirar y decida."
    ),
    "refusal.key-retired": "La clave {public_key} fue sustituida por otra: no vuelve nunca.",
    "keys.head": (
        "{tournament}: {head} (registro hasta la posición {position}, raíz {root}), firmada el "
        "{at:moment} (UTC) con la clave {public_key}."
    ),
    "keys.not-announced": "El torneo no ha anunciado esta clave: `planilla log key announce`.",
    "keys.announced": "{tournament}: {version} anuncia la clave {public_key}.",
    "keys.refused": "La clave no se puede anunciar: {why}",
    "keys.rotated": "{after} sustituye a la clave {before}, que lo ha confirmado.",
    "keys.public": "Las cabezas las firma la clave {public_key}.",
    "keys.endorsed": "{old} confirmó {new}.",
    "keys.written": "Escrito en {path}.",
    "keys.proof": "{tournament}: {version} está en la posición {position} del registro.",
    "keys.proved": (
        "{version} ({kind}) está en el registro, en la posición {position}, con estos datos:"
    ),
    "keys.proved.staff": (
        "{version}, que solo puede leer la organización, está en el registro en la posición "
        "{position}: queda probado el hash de la prueba, no lo que dice el hecho."
    ),
    "keys.proved.size": (
        "{version} está en el registro en la posición {position}: queda probado el hash de la "
        "prueba; los datos no caben en ella y están en el archivo."
    ),
    "keys.signed": (
        "La cabeza de {tournament} es {head}, posición {position} del registro, firmada el "
        "{at:moment} (UTC) con la clave {public_key}."
    ),
    "keys.compare-key": (
        "Compare esta clave con la que dio a conocer la organización, o indíquela con --key."
    ),
    "keys.grown": (
        "El registro hasta la posición {new} empieza con el registro hasta la posición {old}."
    ),
    "keys.contained": (
        "Este registro contiene la cabeza {head} y todo lo que había entonces en el registro "
        "(posición {position})."
    ),
    "keys.hole": "El registro no se puede seguir desde la posición {position}: faltan hechos.",
    "keys.fault.unreadable": (
        "Esto no es una prueba, ni una cabeza, ni una prueba de continuidad que se pueda leer."
    ),
    "keys.fault.other-form": (
        "Tiene la forma {number} y aquí se lee la {read}: pídala otra vez. La forma 1 no ligaba la "
        "versión de un hecho."
    ),
    "keys.fault.too-large": "El archivo es demasiado largo para una prueba: más de {limit} bytes.",
    "keys.fault.no-head": "En {path} no hay ninguna cabeza firmada.",
    "keys.fault.another-key": "Está firmado con otra clave: {public_key}.",
    "keys.fault.not-signed": "La firma de la cabeza no es buena: se ha cambiado.",
    "keys.fault.another-log": "La cabeza es de otro registro.",
    "keys.fault.another-position": (
        "La cabeza conocida es de la posición {wanted}, esta de la {found}: pídala con "
        "--position {wanted}."
    ),
    "keys.fault.another-history": (
        "En la posición {position} el registro no es el de la cabeza: se ha cambiado o se ha "
        "empezado de nuevo desde que se publicó."
    ),
    "keys.fault.damaged": (
        "Los sellos son los de la cabeza, pero los hechos de {tournament} no les corresponden "
        "desde v{version}: el registro se cambió. «planilla log verify» dice más."
    ),
    "keys.fault.another-event": (
        "La prueba no encaja con su hecho: v{version} dice otra cosa, o es otro hecho."
    ),
    "keys.fault.not-in-log": "La prueba no lleva de v{version} a la raíz de la cabeza.",
    "keys.fault.not-grown": (
        "El registro hasta la posición {new} no empieza con el registro hasta la posición {old}."
    ),
    "keys.fault.cut": (
        "El registro acaba en la posición {found} y la cabeza se publicó en la {wanted}: falta "
        "el final."
    ),
    "keys.unusable.open": (
        "Otros pueden leer el archivo de la clave {where}: no se usa. Quíteles el permiso (chmod "
        "600), o cambie la clave si alguien puede haberla leído."
    ),
    "keys.unusable.unreadable": "El archivo de la clave {where} no se puede leer o escribir.",
    "keys.unusable.malformed": (
        "En {where} no hay ninguna clave para firmar: se esperan 64 cifras hexadecimales."
    ),
    "keys.unusable.set": ("La clave está en el ajuste {where}: ponga otra allí o use un archivo."),
    "keys.cli.head": "firmar y mostrar la cabeza de un torneo",
    "keys.cli.proof": "probar que un hecho está en el registro",
    "keys.cli.check-proof": "comprobar una prueba o una cabeza que viene de fuera",
    "keys.cli.check-head": "decir si este registro contiene todo lo que dice una cabeza publicada",
    "keys.cli.key": "muestra, anuncia o sustituye la clave que firma las cabezas",
    "keys.cli.no-announce": "no anuncia la clave en el registro",
    "keys.cli.version": "el hecho, por su versión",
    "keys.cli.position": "contra la cabeza en esta posición del registro",
    "keys.cli.proof-file": "la prueba, la cabeza o la prueba de continuidad",
    "keys.cli.known-head": "una cabeza de la que ya se fía",
    "keys.cli.known-key": "la clave pública que tiene que haber firmado",
    "keys.cli.head-file": "la cabeza firmada",
    "keys.cli.key-act": "qué hacer con la clave",
    "keys.cli.key-tournament": "dónde anunciarla",
    "refusal.no-such-position": "El registro no tiene posición {position} (hay {last}).",
    "refusal.no-key": (
        "Este servidor no tiene clave para firmar: no hay cabezas firmadas ni pruebas."
    ),
    "keys.page.title": "Prueba del registro",
    "page.tab.proof": "Prueba del registro",
    "keys.page.what": (
        "Todo lo que pasa en este torneo queda escrito, un hecho detrás de otro, y cada hecho "
        "sella todos los anteriores. La cabeza es el número corto que sale al final: si alguien "
        "cambiara, quitara o moviera algo del registro, aunque fuera una letra, sería otra. Está "
        "al pie de cada página y en cada hoja impresa."
    ),
    "keys.page.code": (
        "Guárdela: hágale una foto, imprímala o escanee el código. Quien guarda una cabeza puede "
        "saber más tarde si alguien ha tocado el registro."
    ),
    "keys.page.qr": "Código con la cabeza",
    "keys.page.compare": "Comparar con una cabeza guardada",
    "keys.page.typed": "La cabeza tal como estaba impresa",
    "keys.page.compare.do": "Comparar",
    "keys.page.compare.contained": (
        "Sí: el registro contiene {head}. Lo que estaba escrito entonces no ha cambiado."
    ),
    "keys.page.compare.cut": (
        "No: el registro acaba en {last}, antes de la cabeza que usted guardó. Le falta el final."
    ),
    "keys.page.compare.another": (
        "No: en ese lugar la cabeza del registro es {head}, y usted guardó otra. O está mal "
        "copiada, o el registro se ha cambiado."
    ),
    "keys.page.compare.unreadable": (
        "«{typed}» no se puede leer como una cabeza: es una versión y al menos ocho signos, por "
        "ejemplo v61 · 3fa9 c1d2."
    ),
    "keys.page.compare.why": (
        "Un registro al que le han quitado los últimos hechos sigue encajando por sí solo: solo lo "
        "descubre una cabeza que alguien guardó."
    ),
    "keys.page.keys": "Quién firma",
    "keys.page.keys.what": (
        "Las cabezas van firmadas, para que nadie más pueda publicar una en nombre de la "
        "organización. La clave pública está escrita en el propio registro."
    ),
    "keys.page.none": "El torneo aún no ha anunciado su clave.",
    "keys.page.present": "La clave de este servidor:",
    "keys.page.announce": "Anunciar la clave",
    "keys.page.standing.first": "primera clave",
    "keys.page.standing.endorsed": "sustituye a la anterior, que ha firmado por ella",
    "keys.page.standing.unendorsed": "sustituye a la anterior, que no ha firmado por ella",
    "keys.page.standing.false": "dice que la anterior firmó por ella, y no es verdad",
    "keys.page.verify": "Compruébelo usted",
    "keys.page.verify.head": "La cabeza de ahora con su firma:",
    "keys.page.verify.signed": "cabeza firmada",
    "keys.page.verify.event": "Un hecho probado por sí solo, sin los demás:",
    "keys.page.verify.proof": "prueba de {version}",
    "keys.page.verify.archive": (
        "El registro entero, con un programa de un solo archivo o una página, que sirven también "
        "para una sola prueba:"
    ),
    "keys.page.verify.archive.get": "archivo",
    "keys.page.verify.tools": "verificadores",
}
