"""The page of differences shows every absent name beside its reason."""

from borch import absent
from site_hooks import differences


def test_every_absent_name_stands_in_the_section_of_its_reason():
    sections = {s.splitlines()[0].lower(): s for s in differences.page().split("\n## ")[1:]}
    for space, reasons in absent.ABSENT.items():
        for word, names in reasons.items():
            section = sections[word.lower()]
            line = next(line for line in section.splitlines() if line.startswith(f"- `{space}`:"))
            assert [name for name in names.split() if f"`{name}`" not in line] == []
            assert absent.REASONS[word][1:] in section


def test_no_reason_without_names_makes_a_section():
    used = {word for reasons in absent.ABSENT.values() for word in reasons}
    assert len(differences.page().split("\n## ")) - 1 == len(used)


def test_every_note_stands_before_the_reasons():
    head = differences.page().split("\n## ")[0]
    assert [note for note in absent.NOTES if note not in head] == []


def test_table_of_random_draws_says_what_is_not_matched():
    text = differences.RANDOM_SOURCE.read_text("utf-8")
    assert text.startswith("# ")
    assert "Not matched" in text
    assert differences.RANDOM in differences.page()
