"""Expected values frozen from real torch 2.13, and the scripts that write them (`make golden`)."""
