"""The network evaluation: its gradient, its integers and its processes. Needs torch, and is skipped without it."""

import argparse
import itertools
import pathlib
import tempfile
import unittest

import numpy

try:
    import torch
except ImportError:
    raise unittest.SkipTest("the network evaluation is trained with torch, which is not installed") from None

from nnue import mean_of, train
from nnue_file import FIRST, QB, SCALE, SECOND, SQUARE, read, record_of, with_fewer
from nnue_goal import Goal
from nnue_net import Net
from nnue_padded import padded
from nnue_processes import Learners
from nnue_samples import BUCKETS, INPUTS, THREATS, Batches, Chunk, by_bucket, chunk_of, inputs

# As the trainer does: the threads of this process would be missing in a copy of it.
torch.set_num_threads(1)

FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 6",
    "2r3k1/1p3pp1/p2q3p/3p4/3P4/1Q4P1/PP3PKP/2R5 w - - 0 24",
    "8/5pk1/6p1/3R4/1r5P/6P1/5PK1/8 b - - 0 45",
    "8/8/4k3/8/2K5/4P3/8/8 w - - 0 70",
)


def some_records(count: int = 512) -> numpy.ndarray:
    records = numpy.array([record_of(FENS[index % len(FENS)]) for index in range(count)])
    random = numpy.random.default_rng(1)
    records["score"] = random.integers(-400, 400, count)
    records["result"] = random.integers(0, 4, count)
    return records


def some_net() -> Net:
    torch.manual_seed(1)
    net = Net(64)
    with torch.no_grad():
        net.third.uniform_(-1, 1)
        for group in net.groups:
            group.output.mul_(6)
            group.bias.uniform_(-0.5, 0.8)
            group.threats.uniform_(-0.1, 0.1)
    return net


def as_described(net: Net, chunk: Chunk) -> torch.Tensor:
    """The net's scores as the documentation describes them, every position by itself."""
    weights = dict(net.groups[0].named_parameters())
    output = weights["output"] + ((weights["output"] * QB).round() / QB - weights["output"]).detach()
    summed = lambda rows, indices, offsets: torch.stack(
        [rows[indices[first:end]].sum(0) for first, end in itertools.pairwise(offsets)]
    )
    sums = summed(weights["hidden"], *chunk.men[:2]) + summed(weights["threats"], *chunk.threats[:2])
    mover, other = (sums + weights["bias"]).clamp(0, 1).square().chunk(2)
    counts = torch.diff(torch.tensor((0, *chunk.ends)))
    bucket = torch.repeat_interleave(torch.arange(BUCKETS), counts)
    every = torch.einsum("nw,now->no", mover, output[0][bucket]) + torch.einsum("nw,now->no", other, output[1][bucket])
    first = every[:, 1:] + net.first_bias[bucket]
    given = torch.cat((first.clamp(0, 1), first.clamp(-1, 1).square() * SQUARE), 1)
    second = (torch.einsum("ni,nio->no", given, net.second[bucket]) + net.second_bias[bucket]).clamp(0, 1)
    return every[:, 0] + net.output_bias[bucket] + (second * net.third[bucket]).sum(1)


class NnueTest(unittest.TestCase):
    def test_the_gradient_is_that_of_the_net_as_described(self) -> None:
        chunk = chunk_of(by_bucket(some_records()))
        gradients = []
        for scores in (lambda net: net(chunk), lambda net: as_described(net, chunk)):
            net = some_net()
            torch.sigmoid(scores(net)).square().sum().backward()
            gradients.append([weights.grad for weights in net.parameters()])
        for found, expected in zip(*gradients, strict=True):
            torch.testing.assert_close(found, expected, atol=1e-4, rtol=1e-4)

    def test_a_frozen_hidden_layer_stays_and_the_weights_behind_it_have_their_gradient(self) -> None:
        chunk, nets = chunk_of(by_bucket(some_records())), (some_net(), some_net())
        nets[1].freeze_hidden()
        for net in nets:
            torch.sigmoid(net(chunk)).square().sum().backward()
        free, frozen = (dict(net.named_parameters()) for net in nets)
        still = {name for name, weights in frozen.items() if weights.grad is None}
        self.assertEqual(still, {f"groups.0.{name}" for name in ("hidden", "threats", "bias")})
        self.assertEqual(len(nets[1].learning()), len(free) - len(still))
        for name in free.keys() - still:
            torch.testing.assert_close(frozen[name].grad, free[name].grad)

    def test_outputs_do_not_learn_behind_a_hidden_layer_without_a_network(self) -> None:
        with self.assertRaisesRegex(SystemExit, "--init"):
            train(argparse.Namespace(outputs_alone=True, init=None))

    def test_a_man_is_in_the_state_of_its_least_attacker(self) -> None:
        # As in threats.rs: White's rook, pawn and bishop, Black's bishop; the kings are in their places.
        found = inputs(numpy.array([record_of("3rk3/8/2n5/8/4b3/1Pq2B2/1R2R3/2K5 w - - 0 1")])).threats
        men = ((5, 0, 3, "b2"), (5, 0, 0, "b3"), (2, 0, 2, "f3"), (2, 1, 2, "e4"))
        squares = [8 * int(square[1]) - 8 + "abcdefgh".index(square[0]) for *_, square in men]
        expected = [
            ((state * 2 + other) * 5 + kind) * 64 + square
            for (state, other, kind, _), square in zip(men, squares, strict=True)
        ]
        self.assertEqual(found.indices[: found.offsets[1]].tolist(), expected)

    def test_the_integers_are_near_the_fractions_and_come_back_from_the_file(self) -> None:
        net, records = some_net(), by_bucket(some_records())
        net.clip()
        with torch.inference_mode():
            fractions = net(chunk_of(records)).numpy() * SCALE
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "network.bin"
            net.quantised().write(file)
            scores = read(file).centipawns(records)
        self.assertLess(numpy.abs(scores - fractions).mean(), 0.05 * numpy.abs(fractions).mean())

    def test_the_neurons_that_weigh_most_behind_the_first_layer_remain(self) -> None:
        more = FIRST + 3
        # The biases number the neurons, and those of the second layer the inputs.
        numbers, inputs = numpy.arange(more), numpy.ones((2 * more, SECOND), int)
        third = numpy.ones(SECOND, int)
        third[8] = 0
        # Neuron 0 weighs only where nothing counts, 5 by its square alone, 9 and 10 little.
        inputs[[0, more]], inputs[5], inputs[[9, 10]] = 0, 0, 0
        inputs[0, 8], inputs[more + 5, 7] = 1000, -90
        layers = {
            "first": numpy.tile(numbers, (4, 1)),
            "first_bias": numbers,
            "second": inputs,
            "second_bias": third,
            "third": third,
        }
        fewer = with_fewer({name: array[None] for name, array in layers.items()})
        kept = [1, 2, 3, 4, 5, 6, 7, 8]
        self.assertEqual(fewer["first_bias"].tolist(), [kept])
        self.assertEqual(fewer["first"].tolist(), [[kept] * 4])
        self.assertEqual(fewer["second"].tolist(), [inputs[[*kept, *(more + one for one in kept)]].tolist()])

    def test_whole_arrays_have_the_inputs_and_the_gradient_of_lists(self) -> None:
        records, goal = by_bucket(some_records()), Goal(scale=160, result_share=0.1, batch=512)
        arrays, made = padded(torch.from_numpy(records.view(numpy.uint8).reshape(-1, 32))), inputs(records)
        for lists, rows, none in ((made.men, arrays.men, INPUTS), (made.threats, arrays.threats, THREATS)):
            expected = [sorted(lists.indices[first:end].tolist()) for first, end in itertools.pairwise(lists.offsets)]
            self.assertEqual([sorted(index for index in row if index < none) for row in rows.tolist()], expected)
        self.assertEqual(arrays.buckets.tolist(), made.buckets.tolist())
        gradients = []
        for chunk in (chunk_of(records), arrays):
            net = some_net()
            goal.loss(net, chunk).backward()
            gradients.append([weights.grad for weights in net.parameters()])
        for found, expected in zip(*gradients, strict=True):
            torch.testing.assert_close(found, expected, atol=1e-4, rtol=1e-4)

    def test_the_mean_of_networks_has_their_mean_weights(self) -> None:
        networks = [some_net().weights(), Net(64).weights()]
        found = mean_of(networks)["hidden"]
        torch.testing.assert_close(found, (networks[0]["hidden"] + networks[1]["hidden"]) / 2)
        with self.assertRaisesRegex(SystemExit, "different sizes"):
            mean_of([networks[0], Net(32).weights()])

    def test_two_processes_have_the_gradient_of_one(self) -> None:
        records, gradients = some_records(), []
        goal = Goal(scale=160, result_share=0.1, batch=512)
        for count in (1, 2):
            batches = lambda number, count=count: Batches(records, 1, 512, 128, number, count)
            learners = Learners(some_net(), goal, batches, count)
            learners.start(0)
            learners.learn(next(batches(0).run(0)))
            gradients.append([weights.grad for weights in learners.net.parameters()])
        for found, expected in zip(*gradients, strict=True):
            torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-4)


if __name__ == "__main__":
    unittest.main()
