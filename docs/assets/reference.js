// Cells grow when they are mounted: a link to a name far down a page shall still end at that name.
function settle() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target) target.scrollIntoView();
}

if (window.document$) window.document$.subscribe(() => requestAnimationFrame(settle));
