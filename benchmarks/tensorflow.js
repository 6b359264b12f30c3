// The models of train.py as TensorFlow.js writes them, and a loop that times a step of each on its backend "wasm".
// Its wasm backend has no gradient of a gather, so an embedding is a product with one-hot rows; it has Adam, not AdamW.

const tf = self.tf;
const random = (...shape) => tf.variable(tf.randomNormal(shape, 0, 0.1));
const zeros = (...shape) => tf.variable(tf.zeros(shape));
const ones = (...shape) => tf.variable(tf.ones(shape));
const linear = (inputs, outputs) => {
  const [weight, bias] = [random(inputs, outputs), zeros(outputs)];
  return (x) => x.reshape([-1, inputs]).matMul(weight).add(bias).reshape([...x.shape.slice(0, -1), outputs]);
};
const embedding = (words, width) => {
  const weight = random(words, width);
  return (indices) => tf.oneHot(indices.flatten(), words).matMul(weight).reshape([...indices.shape, width]);
};
const norm = (width) => {
  const [weight, bias] = [ones(width), zeros(width)];
  return (x) => {
    const { mean, variance } = tf.moments(x, -1, true);
    return x.sub(mean).mul(variance.add(1e-5).rsqrt()).mul(weight).add(bias);
  };
};
const gelu = (x) => x.mul(0.5).mul(x.mul(Math.SQRT1_2).erf().add(1));
const crossEntropy = (logits, labels, classes) =>
  logits.logSoftmax().mul(tf.oneHot(labels, classes)).sum(-1).mean().neg();
const integers = (below, ...shape) => tf.randomUniform(shape, 0, below, "int32");

function attention(width, heads) {
  const [projected, out] = [linear(width, 3 * width), linear(width, width)];
  const size = width / heads;
  return (x, mask) => {
    const [batch, length] = x.shape;
    const [q, k, v] = tf.split(projected(x), 3, -1).map((part) => part.reshape([batch, length, heads, size]).transpose([0, 2, 1, 3]));
    let scores = tf.matMul(q, k, false, true).mul(size ** -0.5);
    if (mask) scores = scores.add(mask);
    return out(tf.matMul(scores.softmax(), v).transpose([0, 2, 1, 3]).reshape([batch, length, width]));
  };
}

function block(width, heads, hidden) {
  const [before, after, attend] = [norm(width), norm(width), attention(width, heads)];
  const [up, down] = [linear(width, hidden), linear(hidden, width)];
  return (x, mask) => {
    x = x.add(attend(before(x), mask));
    return x.add(down(gelu(up(after(x)))));
  };
}

const MODELS = {
  mlp() {
    const layers = [linear(64, 128), linear(128, 128), linear(128, 10)];
    const [x, y] = [tf.randomNormal([64, 64]), integers(10, 64)];
    return () => crossEntropy(layers[2](layers[1](layers[0](x).relu()).relu()), y, 10);
  },
  cnn() {
    const [first, second, head] = [random(3, 3, 1, 16), random(3, 3, 16, 32), linear(128, 10)];
    const [weight, bias] = [ones(16), zeros(16)];
    const [x, y] = [tf.randomNormal([64, 8, 8, 1]), integers(10, 64)];
    return () => {
      let h = x.conv2d(first, 1, "same");
      const { mean, variance } = tf.moments(h, [0, 1, 2]);
      h = h.sub(mean).mul(variance.add(1e-5).rsqrt()).mul(weight).add(bias).relu().maxPool(2, 2, "valid");
      h = h.conv2d(second, 1, "same").relu().maxPool(2, 2, "valid");
      return crossEntropy(head(h.reshape([64, 128])), y, 10);
    };
  },
  lstm() {
    const [embed, head] = [embedding(64, 32), linear(64, 10)];
    const [input, hidden, bias] = [random(32, 256), random(64, 256), zeros(256)];
    const [x, y] = [integers(64, 32, 20), integers(10, 32)];
    return () => {
      const steps = tf.unstack(embed(x), 1);
      let [h, c] = [tf.zeros([32, 64]), tf.zeros([32, 64])];
      for (const step of steps) {
        const [i, f, g, o] = tf.split(step.matMul(input).add(h.matMul(hidden)).add(bias), 4, 1);
        c = f.sigmoid().mul(c).add(i.sigmoid().mul(g.tanh()));
        h = o.sigmoid().mul(c.tanh());
      }
      return crossEntropy(head(h), y, 10);
    };
  },
  gpt() {
    const [tokens, places, head] = [embedding(64, 64), embedding(32, 64), linear(64, 64)];
    const blocks = [block(64, 4, 256), block(64, 4, 256)];
    const mask = tf.tensor2d(Array.from({ length: 32 }, (_, i) => Array.from({ length: 32 }, (_, j) => (j > i ? -1e9 : 0))));
    const [x, y] = [integers(64, 8, 32), integers(64, 8, 32)];
    return () => {
      let h = tokens(x).add(places(tf.range(0, 32, 1, "int32")));
      for (const each of blocks) h = each(h, mask);
      return crossEntropy(head(h), y, 64);
    };
  },
  vit() {
    const [patchify, head, last] = [linear(16, 32), linear(32, 4), norm(32)];
    const [cls, positions] = [random(1, 1, 32), random(1, 5, 32)];
    const [encoder, x, y] = [block(32, 4, 64), tf.randomNormal([24, 8, 8]), integers(4, 24)];
    const patches = x.reshape([24, 2, 4, 2, 4]).transpose([0, 1, 3, 2, 4]).reshape([24, 4, 16]);
    return () => {
      const embedded = tf.concat([cls.tile([24, 1, 1]), patchify(patches)], 1).add(positions);
      return crossEntropy(head(last(encoder(embedded).slice([0, 0, 0], [-1, 1, -1]).reshape([24, 32]))), y, 4);
    };
  },
};

/** { name: the least milliseconds of a step, or why its wasm backend has none }. */
self.times = async (repeats) => {
  const results = {};
  for (const [name, make] of Object.entries(MODELS)) {
    tf.disposeVariables();
    try {
      const loss = make();
      const optimizer = tf.train.adam(1e-3);
      const step = () => tf.tidy(() => optimizer.minimize(loss, true).dataSync()[0]);
      for (let i = 0; i < 3; i++) step();
      results[name] = Infinity;
      for (let i = 0; i < repeats; i++) {
        const begin = performance.now();
        step();
        results[name] = Math.min(results[name], performance.now() - begin);
      }
    } catch (error) {
      results[name] = error.message;
    }
  }
  return results;
};
