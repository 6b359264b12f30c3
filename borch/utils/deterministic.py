"""torch.utils.deterministic: whether memory that is not initialised shall be filled; kept and answered."""

fill_uninitialized_memory = True
