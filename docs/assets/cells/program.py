"""A cell's code as the parts to run one after the other, and how the value of its last line is shown.
The page's cells and the promises that real torch makes for them follow this one rule, which is a notebook's."""

import ast
import io
import tokenize

BLANK = {tokenize.COMMENT, tokenize.NEWLINE, tokenize.NL, tokenize.DEDENT, tokenize.ENDMARKER}


def parts(source, name, flags=0):
    """Code objects for eval(); where the last statement is an expression, the last part gives its value.

    A semicolon at the end hides the value. SyntaxError: the source is no Python.
    """
    whole = compile(source, name, "exec", flags, dont_inherit=True)
    tree = compile(source, name, "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
    if not tree.body or not isinstance(tree.body[-1], ast.Expr) or ends_in_semicolon(source):
        return [whole]
    last = ast.Expression(tree.body.pop().value)
    return [
        compile(tree, name, "exec", flags, dont_inherit=True),
        compile(last, name, "eval", flags, dont_inherit=True),
    ]


def ends_in_semicolon(source):
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type not in BLANK]
    return tokens[-1].string == ";"


def show(value):
    """Print the last part's value as a notebook shows it: nothing for None."""
    if value is not None:
        print(repr(value))
