"""The weights in an exported ONNX file."""

import pathlib

import onnx
import torch
from onnx import numpy_helper


def weights_of(file: pathlib.Path) -> dict[str, torch.Tensor]:
    """Name → tensor of all initializers, without the suffix of half precision."""
    graph = onnx.load(str(file)).graph
    return {
        entry.name.removesuffix("_half"): torch.from_numpy(numpy_helper.to_array(entry).astype("float32"))
        for entry in graph.initializer
    }
