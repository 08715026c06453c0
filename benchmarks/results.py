"""Where results are kept: data in benchmarks/results/, and one section each of benchmarks/RESULTS.md."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
REPORT = FOLDER / "RESULTS.md"


def record(name: str, data: str, section: str) -> None:
    """Keep a result: its data as JSON, and its section of the report between two marks that no one types by hand."""
    (FOLDER / "results").mkdir(exist_ok=True)
    (FOLDER / "results" / f"{name}.json").write_text(data + "\n", encoding="utf-8")
    begin, end = f"<!-- {name}: made by the program -->", f"<!-- end of {name} -->"
    block = f"{begin}\n{section}\n{end}"
    report = REPORT.read_text(encoding="utf-8")
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(report):
        raise ValueError(f"{REPORT.name} has no place for {name!r}: write the marks {begin} and {end} where it belongs")
    REPORT.write_text(pattern.sub(lambda _: block, report), encoding="utf-8")
