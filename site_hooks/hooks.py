"""MkDocs' events and nothing else: each makes one call to the module that does the work.
Every problem of every page is logged where `--strict` counts it, and then stops the build."""

from site_hooks import build

site = build.Site()


def on_startup(*, command, dirty):
    site.start(command)


def on_config(config):
    return site.configure(config)


def on_files(files, *, config):
    return site.add_files(files, config)


def on_nav(nav, *, config, files):
    site.name_pages(nav)


def on_page_markdown(markdown, *, page, config, files):
    return site.open_page(page, markdown)


def on_page_content(html, *, page, config, files):
    return site.complete(page, site.close_page(page, html))


def on_env(env, *, config, files):
    site.finish(files)


def on_post_template(output, *, template_name, config):
    return site.written(output) if template_name.endswith(".html") else output


def on_post_page(output, *, page, config):
    return site.written(output)


def on_post_build(*, config):
    site.close(config.site_dir)
