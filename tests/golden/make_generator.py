"""Writes generator_states.json: torch's generator state after some draws, and the normals that come next."""

import base64
import json
import zlib
from pathlib import Path

import torch

CASES = [(0, 0, 0), (5, 1, 0), (-1, 624, 0), (2**40 + 3, 625, 0), (5, 3, 1), (0, 623, 2), (-1, 1247, 1)]


def main():
    records = []
    for seed, words, normals in CASES:
        generator = torch.Generator().manual_seed(seed)
        if words:
            torch.zeros(words, dtype=torch.int32).random_(generator=generator)
        for _ in range(normals):
            torch.randn(1, generator=generator)
        state = base64.b64encode(zlib.compress(generator.get_state().numpy().tobytes(), 9)).decode()
        following = torch.randn(3, generator=generator).tolist()
        records.append({"seed": seed, "words": words, "normals": normals, "state": state, "next": following})
    lines = ",\n".join(json.dumps(record, separators=(",", ":")) for record in records)
    (Path(__file__).parent / "generator_states.json").write_text(f"[\n{lines}\n]\n")
