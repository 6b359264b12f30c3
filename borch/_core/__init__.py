"""Recording: tensors, dtypes, nodes and the backward pass. Imports no op; see README.md."""
