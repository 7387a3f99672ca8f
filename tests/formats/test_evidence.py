"""What a file of evidence is, by its content."""

import pytest

from planilla.formats.evidence import media_type_of

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01"


@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        pytest.param(b"%PDF-1.7\n%\xe2\xe3", "application/pdf", id="PDF"),
        pytest.param(b"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg", id="JPEG"),
        pytest.param(PNG, "image/png", id="PNG"),
        pytest.param("Ana ganó\r\n\ten 30 jugadas".encode(), "text/plain", id="text"),
        pytest.param(b"\xef\xbb\xbfwith a mark", "text/plain", id="text with a mark"),
        pytest.param(b"<script>alert(1)</script>", "text/plain", id="markup is only text"),
        pytest.param(b"", None, id="nothing"),
        pytest.param(b" \r\n ", None, id="only space"),
        pytest.param(b"MZ\x90\x00\x03", None, id="a program"),
        pytest.param(b"PK\x03\x04", None, id="an archive"),
        pytest.param(b"GIF89a\x01\x00", None, id="another image"),
        pytest.param(b"\x89PNG but not", None, id="a name alone makes no PNG"),
        pytest.param("Ana ganó".encode("latin-1"), None, id="another encoding"),
        pytest.param(b"a\x1b[31mred", None, id="control characters"),
    ],
)
def test_the_content_decides(body: bytes, media_type: str | None) -> None:
    assert media_type_of(body) == media_type
