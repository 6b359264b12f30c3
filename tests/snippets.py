"""What programs of many small pieces use: each piece runs alone, and what it raises and warns of is printed."""

import warnings


def show(work):
    """Runs `work` and prints what it raises and warns of."""
    import torch  # the one that the program imports

    torch.manual_seed(0)
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            work()
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    for warning in given:
        if warning.category is DeprecationWarning:
            continue
        print(f"{warning.category.__name__}: {str(warning.message).split(' (Triggered')[0]}")
