"""Settings come from PLANILLA_ variables alone, and a wrong one is named."""

from pathlib import Path

import pytest

from planilla.config import SettingError, Settings, find_assets, read_settings


def settings(**variables: str) -> Settings:
    assets = {"PLANILLA_WEB_DIR": "/srv/web", "PLANILLA_MIGRATIONS_DIR": "/srv/migrations"}
    return read_settings(assets | variables)


def test_without_variables_everything_is_local(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    default = settings()
    assert (default.host, default.port, default.public_url, default.log_level) == (
        "127.0.0.1",
        8000,
        "http://127.0.0.1:8000",
        "info",
    )
    assert default.data_dir == tmp_path / "var"
    assert default.token_file == tmp_path / "var" / "token"
    assert default.database_url == f"sqlite:///{tmp_path}/var/planilla.db"


def test_proxies_are_addresses_and_networks() -> None:
    assert settings().trusted_proxies == "127.0.0.1,::1"
    given = settings(PLANILLA_TRUSTED_PROXIES="10.1.2.3, fd00::/8")
    assert given.trusted_proxies == "10.1.2.3,fd00::/8"


def test_a_variable_replaces_its_default() -> None:
    given = settings(
        PLANILLA_PORT="0",
        PLANILLA_HOST="0.0.0.0",
        PLANILLA_PUBLIC_URL="https://chess.example/",
        PLANILLA_DATABASE_URL="postgresql://localhost/chess",
        PLANILLA_LOG_LEVEL="DEBUG",
    )
    assert (given.port, given.host, given.public_url) == (0, "0.0.0.0", "https://chess.example")
    assert (given.database_url, given.log_level) == ("postgresql://localhost/chess", "debug")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        pytest.param("PLANILLA_PORT", "65536", id="a port that does not exist"),
        pytest.param("PLANILLA_PORT", "http", id="a port that is no number"),
        pytest.param("PLANILLA_LOG_LEVEL", "loud", id="an unknown log level"),
        pytest.param("PLANILLA_TRUSTED_PROXIES", "10.0.0.1/8", id="a network with a host in it"),
        pytest.param("PLANILLA_TRUSTED_PROXIES", "*", id="whoever asks"),
        pytest.param("PLANILLA_WORKERS", "0", id="no process at all"),
        pytest.param("PLANILLA_WORKERS", "many", id="a number that is none"),
        pytest.param("PLANILLA_WAKE", "localhost:4222", id="a wake without its scheme"),
        pytest.param("PLANILLA_WAKE", "http://localhost", id="a wake of another kind"),
        pytest.param("PLANILLA_WAKE", "nats://localhost:x", id="a wake with a wrong port"),
        pytest.param("PLANILLA_DATABSE_URL", "sqlite://", id="a typing error in the name"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(variable: str, value: str) -> None:
    with pytest.raises(SettingError, match=f"{variable}='{value}'"):
        settings(**{variable: value})


def test_a_password_in_a_wrong_address_is_not_repeated() -> None:
    assert settings(PLANILLA_WAKE="nats://n:secret@host").wake == "nats://n:secret@host"
    with pytest.raises(SettingError, match="PLANILLA_WAKE='…'"):
        settings(PLANILLA_WAKE="http://n:secret@host")


def test_a_folder_that_was_not_packed_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="no folder 'no-such-folder'"):
        find_assets("no-such-folder")
