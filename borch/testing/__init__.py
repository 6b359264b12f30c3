"""What tests are written with: when values are close, and when printed lines keep a promise."""
