"""States of other trainings are refused by name. Needs the standard library alone: `python3 -m unittest discover`."""

import json
import pathlib
import tempfile
import unittest

from state_origin import VERSION, OriginError, check_origin, origin_of

STATE = pathlib.Path("run/state.pt")


def samples(**changes: object) -> dict[str, object]:
    return {"train": 100, "seed": 1, "sources": ["games.pgn"], **changes}


class StateOriginTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.data = pathlib.Path(self.folder.name)

    def origin(self, **changes: object) -> dict[str, object]:
        (self.data / "summary.json").write_text(json.dumps(samples(**changes)))
        return origin_of(self.data)

    def refused(self, found: dict[str, object] | None) -> str:
        with self.assertRaises(OriginError) as raised:
            check_origin(STATE, found, self.origin())
        return str(raised.exception)

    def test_the_training_goes_on_from_its_own_state(self) -> None:
        check_origin(STATE, self.origin(), self.origin())

    def test_a_state_of_another_version_is_refused_by_name(self) -> None:
        self.assertIn("run/state.pt is a state of version 1", self.refused(None))
        newer = {**self.origin(), "version": VERSION + 1}
        self.assertIn(f"version {VERSION + 1}", self.refused(newer))

    def test_a_state_of_other_samples_is_refused_with_what_differs(self) -> None:
        message = self.refused(self.origin(train=90, sources=["others.pgn"]))
        self.assertIn("run/state.pt belongs to other samples", message)
        self.assertIn("train 90, here 100", message)
        self.assertIn("others.pgn", message)
        self.assertNotIn("seed", message)

    def test_samples_without_a_description_say_nothing(self) -> None:
        self.assertIsNone(origin_of(pathlib.Path("nowhere"))["samples"])
        self.assertIsNone(origin_of("a:0.5,b:0.5")["samples"])


if __name__ == "__main__":
    unittest.main()
