"""Weights of a net of mockfish.py, read from its ONNX file, as the beginning of a Tower: the same tower and heads,
with nothing for the planes and numbers that the older net does not know."""

from onnx_weights import weights_of

OLD_PLANES = 55


def convolutions(weights):
    """Those of the tower, with normalisation folded in, in order: pairs of weight and bias, the stem's first."""
    names = sorted((name for name in weights if "Conv_" in name), key=lambda name: int(name.split("_")[-1]))
    return [(weights[kernel], weights[bias]) for kernel, bias in zip(names[::2], names[1::2], strict=True)]


def begin_with(net, file):
    """Copies the weights of an ONNX file of the same width and of as many blocks into a Tower."""
    old, new = weights_of(file), net.state_dict()
    (stem, stem_bias), *pairs = convolutions(old)
    if stem.shape[0] != new["stem.weight"].shape[0] or len(pairs) != 2 * len(net.blocks):
        raise SystemExit(f"{file}: another width or other blocks than the net")
    new["stem.weight"].zero_()[:, :OLD_PLANES] = stem
    new["stem.bias"].copy_(stem_bias)
    for index, (weight, bias) in enumerate(pairs):
        name = f"blocks.{index // 2}.{('first', 'second')[index % 2]}"
        new[f"{name}.weight"].copy_(weight)
        new[f"{name}.bias"].copy_(bias)
    for name, values in old.items():
        if name.startswith("net.tower."):
            new[name.replace("net.tower.", "blocks.")].copy_(values)
        elif name.startswith("net."):
            into = new[name.replace("net.", "heads.")]
            # The value also sees who moves: its first layer has more columns.
            into.zero_()[tuple(slice(size) for size in values.shape)] = values
    net.load_state_dict(new)
