"""Labels on disk: resumed, and refused where they do not fit. Needs numpy alone: `python3 -m unittest discover`."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from collections.abc import Callable

import numpy

import label_file
from label_file import LABEL, LabelError, LabelFile, description_of, load_labels


def answers(records: numpy.ndarray, start: int) -> numpy.ndarray:
    """Labels that tell which sample they belong to."""
    labels = numpy.zeros(len(records), LABEL)
    labels["probability"][:, 0] = start + numpy.arange(len(records)) + 1
    return labels


class LabelFiles(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.labels = self.folder / "labels"
        self.labels.mkdir()
        self.shard = self.folder / "shard-00000.npy"
        numpy.save(self.shard, numpy.arange(100))
        chunk, label_file.CHUNK = label_file.CHUNK, 30
        self.addCleanup(setattr, label_file, "CHUNK", chunk)

    def fill(
        self,
        label: Callable[[numpy.ndarray, int], numpy.ndarray] = answers,
        chunks: int | None = None,
        how: dict[str, int] | None = None,
    ) -> bool:
        """Labels the shard, or as many chunks of it; returns whether it is complete."""
        left = iter([True] * chunks if chunks is not None else [True] * 99)
        with contextlib.redirect_stdout(io.StringIO()):
            return LabelFile(self.shard, self.labels, how or {"seed": 1}).fill(label, lambda: not next(left, False))

    def load(self) -> numpy.ndarray:
        return load_labels(self.labels / self.shard.name, self.shard)

    def test_every_sample_has_its_own_label(self) -> None:
        self.assertTrue(self.fill())
        self.assertEqual(self.load()["probability"][:, 0].tolist(), list(range(1, 101)))
        self.assertEqual(len(list(self.labels.iterdir())), 2, "nothing else is left")

    def test_an_interrupted_run_goes_on_where_it_was(self) -> None:
        self.assertFalse(self.fill(chunks=2))
        with self.assertRaises(LabelError):
            self.load()
        asked = []

        def watched(records: numpy.ndarray, start: int) -> numpy.ndarray:
            asked.append(start)
            return answers(records, start)

        self.assertTrue(self.fill(watched))
        self.assertEqual(asked, [60, 90])
        self.assertEqual(self.load()["probability"][:, 0].tolist(), list(range(1, 101)))

    def test_another_way_of_making_begins_anew(self) -> None:
        self.fill(chunks=2)
        asked = []
        self.fill(lambda records, start: asked.append(start) or answers(records, start), how={"seed": 2})
        self.assertEqual(asked, [0, 30, 60, 90])

    def test_labels_of_other_positions_are_refused(self) -> None:
        self.fill()
        numpy.save(self.shard, numpy.arange(100) + 1)
        with self.assertRaisesRegex(LabelError, "other positions"):
            self.load()

    def test_labels_of_another_version_are_refused(self) -> None:
        self.fill()
        described = description_of(self.labels / self.shard.name)
        described.write_text(json.dumps(json.loads(described.read_text()) | {"version": 0}))
        with self.assertRaisesRegex(LabelError, "another version"):
            self.load()

    def test_cut_labels_are_refused(self) -> None:
        self.fill()
        file = self.labels / self.shard.name
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) // 2])
        with self.assertRaisesRegex(LabelError, "cannot be read"):
            self.load()
        numpy.save(file, numpy.zeros(50, LABEL))
        with self.assertRaisesRegex(LabelError, "other positions"):
            self.load()

    def test_labels_without_a_description_are_refused(self) -> None:
        self.fill()
        description_of(self.labels / self.shard.name).unlink()
        with self.assertRaisesRegex(LabelError, "cannot be read"):
            self.load()


if __name__ == "__main__":
    unittest.main()
