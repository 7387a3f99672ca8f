"""The container and unit files, read by parsers: no engine runs them here."""

import configparser
import re
import subprocess
from pathlib import Path
from typing import Any

import yaml

from planilla.config import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SETTINGS = {PREFIX + field.upper() for field in Settings.__struct_fields__}


def _instructions() -> list[tuple[str, str]]:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    joined = re.sub(r"\\\n\s*", " ", text)
    lines = [line.strip() for line in joined.splitlines()]
    return [
        (name, rest)
        for name, _, rest in (line.partition(" ") for line in lines if line and line[0] != "#")
    ]


def _compose() -> dict[str, Any]:
    composed: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return composed


def test_the_dockerfile_has_only_instructions_that_exist() -> None:
    known = "FROM ENV RUN WORKDIR COPY LABEL VOLUME USER EXPOSE STOPSIGNAL HEALTHCHECK CMD"
    assert {name for name, _ in _instructions()} <= set(known.split())


def test_the_image_runs_without_root_and_says_whether_it_is_well() -> None:
    last = dict(_instructions())
    assert last["USER"] == "10001:10001"
    assert "/healthz" in last["HEALTHCHECK"]
    assert last["CMD"] == '["planilla", "serve"]'


def test_the_image_installs_by_hash() -> None:
    installs = [rest for name, rest in _instructions() if name == "RUN" and "pip install" in rest]
    assert installs
    assert all("--require-hashes" in each or "--no-index" in each for each in installs)


def test_everything_that_the_image_copies_exists() -> None:
    copied = [rest.split()[:-1] for name, rest in _instructions() if name == "COPY"]
    sources = [each for line in copied for each in line if not each.startswith("/")]
    ours = [each for each in sources if not each.startswith("--from") and each != "./"]
    assert [each for each in ours if not (ROOT / each).exists()] == []


def test_compose_runs_two_nodes_that_cannot_write_to_their_image() -> None:
    services = _compose()["services"]
    nodes = [services[name] for name in ("node-a", "node-b")]
    assert all(each["read_only"] and each["cap_drop"] == ["ALL"] for each in nodes)
    assert all("planilla_serve:" in each["environment"]["PLANILLA_DATABASE_URL"] for each in nodes)
    assert all("/readyz" in each["healthcheck"]["test"][-1] for each in nodes)
    migrates = services["migrate"]
    assert migrates["command"] == ["planilla", "migrate"]
    assert "planilla_owner:" in migrates["environment"]["PLANILLA_DATABASE_URL"]


def test_compose_names_services_files_and_volumes_that_exist() -> None:
    composed = _compose()
    services = composed["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert set(service["networks"]) <= set(composed["networks"]), name
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
            else:
                assert source in composed["volumes"], source


def test_compose_and_units_use_settings_that_exist() -> None:
    files = [DEPLOY / "Dockerfile", DEPLOY / "compose.yaml", *(DEPLOY / "systemd").iterdir()]
    for file in files:
        used = set(re.findall(r"\bPLANILLA_[A-Z_]+(?==|:)", file.read_text(encoding="utf-8")))
        assert used <= SETTINGS, file


def test_every_variable_of_compose_is_in_the_example() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\$\{([A-Z_]+)", text))
    assert wanted == set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))


def test_the_proxy_knows_the_nodes_of_compose_and_lets_live_channels_through() -> None:
    text = (DEPLOY / "nginx" / "planilla.conf").read_text(encoding="utf-8")
    plain = re.sub(r"#.*", "", text)
    assert plain.count("{") == plain.count("}")
    assert set(re.findall(r"server ([\w-]+):8000", plain)) <= set(_compose()["services"])
    assert "proxy_set_header Upgrade $http_upgrade;" in plain
    assert "proxy_buffering off;" in plain
    assert "$request " not in plain
    assert "$args" not in plain


def test_the_unit_is_hardened() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "systemd" / "planilla.service", encoding="utf-8")
    service = unit["Service"]
    assert service["DynamicUser"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["StateDirectory"] == "planilla"
    assert service["NoNewPrivileges"] == "yes"
    assert service["CapabilityBoundingSet"] == ""


def test_the_shell_scripts_can_be_read_by_a_shell() -> None:
    scripts = sorted(DEPLOY.rglob("*.sh"))
    assert scripts
    for script in scripts:
        assert script.stat().st_mode & 0o111, script
        read = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
        assert read.returncode == 0, read.stderr
