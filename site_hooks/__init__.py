"""Python that runs while MkDocs builds the site, or that fetches what the build and its tests need."""
