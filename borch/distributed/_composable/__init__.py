"""torch.distributed._composable: the older path of torch.distributed.fsdp."""
