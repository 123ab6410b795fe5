// Runs by itself as soon as the page is opened, while the large script is still on its way, and has the files of the first screen
// brought behind it: over a slow line nothing waits then until that script has run. vite/first-files.ts names them in the page. Not for
// browsers in which nobody signed in: those see the form, and it should come in few bytes.

/** What `link.dataset.later` says becomes its `rel`. */
const bring = (): void => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) {
    const { later = '', path = location.pathname } = link.dataset;
    if (path === location.pathname) link.rel = later;
  }
};

const signedInBefore = (): boolean => {
  try {
    return localStorage.getItem('AutoLogin') !== null;
  } catch {
    return false; // a browser that refuses storage
  }
};

const large = document.querySelector<HTMLLinkElement>('link[rel="modulepreload"][href*="/page-"]');
if (large !== null && signedInBefore()) {
  if (performance.getEntriesByName(large.href).length > 0) bring();
  else large.addEventListener('load', bring, { once: true });
}
