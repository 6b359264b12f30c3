"""The site's cells in another MkDocs site: the same events as hooks.py, and the files that a cell needs in the browser.

`plugins: [borch]` in mkdocs.yml, where this checkout is installed with `pip install -e`: the wheel for the tab is built from
it, and the scripts are taken from its docs/.
"""

from pathlib import Path

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File

from site_hooks import cells, hooks, runtime

DOCS = runtime.ROOT / "docs"
FOLDERS = ("assets/cells", "assets/data", "assets/vendor")
HINTS = "pymdownx.details"  # what the hints of an exercise are written in
NAMES = ("cells", "editor", "output", "ansi", "files", "exercise", "progress", "print")  # of the cells' styles


class Options(Config):
    """What mkdocs.yml may say under `borch:`."""

    policy = config_options.Type(bool, default=False)  # put the site's own content-security policy into every page


class Plugin(BasePlugin[Options]):
    """The events of hooks.py, the browser's files added; those that are not written here are forwarded as they are."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        if config.theme.name != "material":
            raise ConfigurationError(
                "the plugin borch needs the theme material, whose colours and sizes the cells have"
            )
        if "pymdownx.superfences" not in config.markdown_extensions:
            raise ConfigurationError("the plugin borch needs pymdownx.superfences among markdown_extensions")
        if HINTS not in config.markdown_extensions:
            config.markdown_extensions.append(HINTS)
        config.extra_css[:0] = [f"assets/cells/{name}.css" for name in NAMES]
        script = ExtraScriptValue("assets/cells/main.js")
        script.type = "module"
        config.extra_javascript.append(script)
        cells.with_data_of(Path(config.docs_dir))
        return hooks.on_config(config)

    def on_files(self, files, *, config):
        for folder in FOLDERS:
            for path in sorted((DOCS / folder).rglob("*")):
                name = path.relative_to(DOCS).as_posix()
                known = "__pycache__" in path.parts or files.get_file_from_path(name)
                if path.is_file() and path.suffix != ".md" and not known:
                    files.append(File.generated(config, name, abs_src_path=str(path)))
        return hooks.on_files(files, config=config)

    def on_post_template(self, output, *, template_name, config):
        return (
            hooks.on_post_template(output, template_name=template_name, config=config) if self.config.policy else output
        )

    def on_post_page(self, output, *, page, config):
        return hooks.on_post_page(output, page=page, config=config) if self.config.policy else output

    def on_post_build(self, *, config):
        """Nothing: whether a site is kept for offline is its owner's to say."""


def _forward(event):
    return lambda self, *args, **kwargs: event(*args, **kwargs)


for _name, _event in vars(hooks).items():
    if _name.startswith("on_") and _name not in vars(Plugin):
        setattr(Plugin, _name, _forward(_event))
