"""A GRU encoder and decoder with attention that reverse a sequence; padding, packing and teacher forcing."""

import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

SOS, EOS, PAD = 1, 2, 0
random.seed(1)
torch.manual_seed(1)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class EncoderRNN(nn.Module):
    def __init__(self, input_size, hidden_size):
        super(EncoderRNN, self).__init__()
        self.embedding = nn.Embedding(input_size, hidden_size, padding_idx=PAD)
        self.gru = nn.GRU(hidden_size, hidden_size, bidirectional=True, batch_first=True)
        self.dropout = nn.Dropout(0.1)

    def forward(self, input, lengths):
        embedded = self.dropout(self.embedding(input))
        packed = pack_padded_sequence(embedded, lengths.cpu(), batch_first=True, enforce_sorted=False)
        output, hidden = self.gru(packed)
        output, _ = pad_packed_sequence(output, batch_first=True)
        return output, (hidden[0] + hidden[1]).unsqueeze(0)


class AttnDecoderRNN(nn.Module):
    def __init__(self, hidden_size, output_size):
        super(AttnDecoderRNN, self).__init__()
        self.embedding = nn.Embedding(output_size, hidden_size)
        self.Wa, self.Ua, self.Va = nn.Linear(hidden_size, 8), nn.Linear(2 * hidden_size, 8), nn.Linear(8, 1)
        self.gru = nn.GRUCell(3 * hidden_size, hidden_size)
        self.out = nn.Linear(hidden_size, output_size)

    def step(self, token, hidden, keys, mask):
        scores = self.Va(torch.tanh(self.Wa(hidden).unsqueeze(1) + self.Ua(keys))).squeeze(2)
        weights = F.softmax(scores.masked_fill(mask, -1e9), dim=-1)
        context = torch.bmm(weights.unsqueeze(1), keys).squeeze(1)
        hidden = self.gru(torch.cat((self.embedding(token), context), dim=1), hidden)
        return F.log_softmax(self.out(hidden), dim=-1), hidden, weights


pairs = []
for _ in range(24):
    words = [random.randint(3, 7) for _ in range(random.randint(2, 5))]
    pairs.append((torch.tensor(words + [EOS]), torch.tensor(words[::-1] + [EOS])))


def collate(batch):
    sources, targets = zip(*batch)
    lengths = torch.tensor([len(s) for s in sources])
    return pad_sequence(sources, batch_first=True), lengths, pad_sequence(targets, batch_first=True, padding_value=PAD)


loader = DataLoader(pairs, batch_size=8, shuffle=True, collate_fn=collate)
encoder, decoder = EncoderRNN(8, 8).to(device), AttnDecoderRNN(8, 8).to(device)
optimizer = optim.Adam(list(encoder.parameters()) + list(decoder.parameters()), lr=0.02)
criterion = nn.NLLLoss(ignore_index=PAD)
for epoch in range(3):
    total = 0
    for source, lengths, target in loader:
        keys, hidden = encoder(source, lengths)
        hidden = hidden[0]
        mask = source == PAD
        token = torch.full((source.size(0),), SOS, dtype=torch.long)
        loss = 0
        for t in range(target.size(1)):
            log_probs, hidden, weights = decoder.step(token, hidden, keys, mask)
            loss = loss + criterion(log_probs, target[:, t]) if bool((target[:, t] != PAD).any()) else loss
            if random.random() < 0.5:
                token = target[:, t]
            else:
                _, topi = log_probs.topk(1)
                token = topi.squeeze(-1).detach()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() / target.size(1)
    print(f"epoch {epoch} loss {total / len(loader):.3f}")
print(weights.shape, torch.allclose(weights.sum(1), torch.ones(8)))
