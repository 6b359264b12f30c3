// Whatever scrolls sideways can be scrolled from the keyboard: it takes the focus as long as it is wider than its place.

const SCROLLERS = ".cell-promise, .md-typeset__scrollwrap, .md-typeset pre > code:not([role])";

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else if (target !== document.activeElement) target.removeAttribute("tabindex");
  }
});

/** Watch everything on this page that may scroll. */
export function mountScrollers() {
  observer.disconnect();
  for (const element of document.querySelectorAll(SCROLLERS)) observer.observe(element);
}
