"""torch._subclasses: tensors of other kinds inside torch, by the names that programs ask for."""
