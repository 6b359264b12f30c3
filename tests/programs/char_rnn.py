"""A character RNN with LSTM, truncated backpropagation and sampling by multinomial."""

import torch
import torch.nn as nn
from torch.autograd import Variable

torch.manual_seed(123)
text = "to be or not to be that is the question " * 6
chars = sorted(set(text))
char_to_ix = {ch: i for i, ch in enumerate(chars)}
data = torch.tensor([char_to_ix[ch] for ch in text], dtype=torch.long)


class CharRNN(nn.Module):
    def __init__(self, input_size, hidden_size, output_size, n_layers=1):
        super(CharRNN, self).__init__()
        self.hidden_size, self.n_layers = hidden_size, n_layers
        self.encoder = nn.Embedding(input_size, hidden_size)
        self.rnn = nn.LSTM(hidden_size, hidden_size, n_layers, batch_first=True)
        self.decoder = nn.Linear(hidden_size, output_size)

    def forward(self, input, hidden):
        output, hidden = self.rnn(self.encoder(input), hidden)
        return self.decoder(output), hidden

    def init_hidden(self, batch_size):
        weight = next(self.parameters()).data
        return (
            Variable(weight.new(self.n_layers, batch_size, self.hidden_size).zero_()),
            Variable(weight.new_zeros(self.n_layers, batch_size, self.hidden_size)),
        )


model = CharRNN(len(chars), 16, len(chars), 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.01)
length = 20
hidden = model.init_hidden(2)
half = len(data) // 2
streams = data[: 2 * half].view(2, half)
for step, start in enumerate(range(0, half - length - 1, length)):
    inputs, targets = streams[:, start : start + length], streams[:, start + 1 : start + length + 1]
    hidden = tuple(h.detach() for h in hidden)
    output, hidden = model(inputs, hidden)
    loss = criterion(output.reshape(-1, len(chars)), targets.reshape(-1))
    model.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1)
    optimizer.step()
    print(f"step {step} loss {loss.data.item():.3f}")
model.eval()
with torch.no_grad():
    hidden = model.init_hidden(1)
    ch = torch.tensor([[char_to_ix["t"]]])
    sampled = []
    for _ in range(12):
        logits, hidden = model(ch, hidden)
        probabilities = torch.softmax(logits[0, -1] / 0.8, dim=-1)
        ch = torch.multinomial(probabilities, 1).view(1, 1)
        sampled.append(chars[ch.item()])
print(repr("".join(sampled)))
