"""Modules joined to one script, which does the same."""

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from planilla.adapters.http.assets import Assets, NotJoinable, imports_of, joined
from services import ServiceMissing

WEB = Path(__file__).parents[3] / "web"


def said_by(script: str) -> str:
    """What a script prints in Node."""
    node = which("node")
    if node is None:
        raise ServiceMissing("Node.js runs the joined scripts")
    done = subprocess.run(
        [node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_each_module_runs_once_after_those_that_it_imports() -> None:
    modules = {
        "a.js": 'import { c } from "./c.js";\nimport "./b.js";\nconsole.log("a", c);',
        "b.js": 'import { c as d } from "./c.js"; console.log("b", d);',
        "c.js": 'console.log("c"); export const c = 3;',
    }
    assert said_by(joined(modules, ["a.js"])) == "c\nb 3\na 3\n"


def test_names_of_one_module_are_not_seen_in_another() -> None:
    modules = {
        "a.js": 'import * as all from "./b.js"; const x = 1; console.log(x, all.x, all.own());',
        "b.js": "const y = 2; export { y as x }; export function own() { return y; }",
    }
    assert said_by(joined(modules, ["a.js"])) == "1 2 2\n"


def test_what_a_module_passes_on_from_another_is_its_own() -> None:
    modules = {
        "b.js": 'export { six as seven, Eight } from "./c.js"; export async function nine() {}',
        "c.js": "export const six = 7;\nexport class Eight { value = 8; }",
    }
    joined_text = joined(modules, ["b.js"])
    assert said_by(joined_text + "console.log($b_js.seven, new $b_js.Eight().value);") == "7 8\n"


@pytest.mark.parametrize(
    "source",
    ["export default 3;", 'import x from "./c.js";', 'import "https://elsewhere.test/x.js";'],
)
def test_another_form_is_refused(source: str) -> None:
    with pytest.raises(NotJoinable, match=r"a\.js"):
        joined({"a.js": source, "c.js": ""}, ["a.js"])


def test_a_module_names_what_it_imports_once() -> None:
    source = (
        'import { b } from "./b.js";\nimport {\n  c,\n} from "./c.js";\nexport { d } from "./b.js";'
    )
    assert imports_of(source) == ("b.js", "c.js")


def test_every_script_of_ours_can_be_joined() -> None:
    modules = {
        name.removeprefix("scripts/"): asset.plain.decode()
        for name, asset in Assets(WEB).files.items()
        if name.startswith("scripts/")
    }
    assert len(modules) > 40
    script = joined(modules, modules)
    assert script.count("})();") >= len(modules)


@pytest.mark.parametrize("page", sorted((WEB / "pages").glob("*.html")), ids=lambda page: page.name)
def test_a_script_beside_the_joined_one_imports_nothing_which_would_run_twice(page: Path) -> None:
    asked = re.findall(r"asset\('scripts/([\w-]+\.js)'\)", page.read_text(encoding="utf-8"))
    for name in asked:
        assert imports_of((WEB / "scripts" / name).read_text(encoding="utf-8")) == ()
