"""The site's cells in another MkDocs site: the same events as hooks.py, and the files that a cell needs in the browser.

`plugins: [borch]` in mkdocs.yml, where this checkout is installed with `pip install -e`: the wheel for the tab is built from
it, and the scripts are taken from its docs/.
"""

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File

from site_hooks import build, runtime

DOCS = runtime.ROOT / "docs"
FOLDERS = ("assets/cells", "assets/data", "assets/vendor")
NAMES = ("cells", "editor", "output", "ansi", "files", "exercise", "progress", "print")  # of the cells' styles


class Options(Config):
    """What mkdocs.yml may say under `borch:`."""

    policy = config_options.Type(bool, default=False)  # put the site's own content-security policy into every page


class Plugin(BasePlugin[Options]):
    """Forwards MkDocs' events to one build of the site."""

    def __init__(self):
        self.site = build.Site()

    def on_startup(self, *, command, dirty):
        self.site.start(command)

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        if config.theme.name != "material":
            raise ConfigurationError(
                "the plugin borch needs the theme material, whose colours and sizes the cells have"
            )
        if "pymdownx.superfences" not in config.markdown_extensions:
            raise ConfigurationError("the plugin borch needs pymdownx.superfences among markdown_extensions")
        config.extra_css[:0] = [f"assets/cells/{name}.css" for name in NAMES]
        script = ExtraScriptValue("assets/cells/main.js")
        script.type = "module"
        config.extra_javascript.append(script)
        return self.site.configure(config)

    def on_files(self, files, *, config):
        for folder in FOLDERS:
            for path in sorted((DOCS / folder).rglob("*")):
                if path.is_file() and path.suffix != ".md" and "__pycache__" not in path.parts:
                    name = path.relative_to(DOCS).as_posix()
                    files.append(File.generated(config, name, abs_src_path=str(path)))
        return self.site.add_files(files, config)

    def on_page_markdown(self, markdown, *, page, config, files):
        self.site.open_page(page)

    def on_page_content(self, html, *, page, config, files):
        self.site.close_page(page, html)
        return self.site.link_names(page, html)

    def on_env(self, env, *, config, files):
        self.site.finish()

    def on_post_template(self, output, *, template_name, config):
        return self.site.protect(output) if self.config.policy and template_name.endswith(".html") else output

    def on_post_page(self, output, *, page, config):
        return self.site.protect(output) if self.config.policy else output
