"""nn.TransformerEncoder with sinusoidal positions and a mask, as in the sequence tutorial."""

import math
from typing import Optional, Tuple

import torch
from torch import Tensor, nn
from torch.nn import TransformerEncoder, TransformerEncoderLayer

torch.manual_seed(0)


class PositionalEncoding(nn.Module):
    def __init__(self, d_model: int, dropout: float = 0.1, max_len: int = 50):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, 1, d_model)
        pe[:, 0, 0::2] = torch.sin(position * div_term)
        pe[:, 0, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(x + self.pe[: x.size(0)])


class TransformerModel(nn.Module):
    def __init__(self, ntoken: int, d_model: int, nhead: int, d_hid: int, nlayers: int, dropout: float = 0.5):
        super().__init__()
        self.model_type = "Transformer"
        self.pos_encoder = PositionalEncoding(d_model, dropout)
        layer = TransformerEncoderLayer(d_model, nhead, d_hid, dropout)
        self.transformer_encoder = TransformerEncoder(layer, nlayers, enable_nested_tensor=False)
        self.embedding = nn.Embedding(ntoken, d_model)
        self.d_model = d_model
        self.linear = nn.Linear(d_model, ntoken)
        self.embedding.weight.data.uniform_(-0.1, 0.1)
        self.linear.bias.data.zero_()
        self.linear.weight.data.uniform_(-0.1, 0.1)

    def forward(self, src: Tensor, src_mask: Optional[Tensor] = None) -> Tensor:
        src = self.pos_encoder(self.embedding(src) * math.sqrt(self.d_model))
        return self.linear(self.transformer_encoder(src, src_mask))


def get_batch(source: Tensor, i: int, bptt: int = 10) -> Tuple[Tensor, Tensor]:
    seq_len = min(bptt, len(source) - 1 - i)
    return source[i : i + seq_len], source[i + 1 : i + 1 + seq_len].reshape(-1)


data = (torch.arange(164) ** 2 % 13).view(4, -1).t().contiguous()
model = TransformerModel(13, 16, 2, 32, 2, 0.1)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1.0, gamma=0.95)
for epoch in range(2):
    model.train()
    total_loss = 0.0
    for i in range(0, data.size(0) - 1, 10):
        inputs, targets = get_batch(data, i)
        mask = nn.Transformer.generate_square_subsequent_mask(inputs.size(0))
        output = model(inputs, mask)
        loss = criterion(output.view(-1, 13), targets)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        total_loss += loss.item()
    scheduler.step()
    print(f"epoch {epoch} lr {scheduler.get_last_lr()[0]:.3f} loss {total_loss / 4:.3f}")
model.eval()
with torch.no_grad():
    inputs, _ = get_batch(data, 0)
    print(model(inputs, mask=None).shape if False else model(inputs).shape)
print(len(list(model.named_modules())), sum(p.numel() for p in model.parameters()))
