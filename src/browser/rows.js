// Links to other rows on the operator's page, in the browser. Input: a link of the page to itself, or the form that finds rows. Output: the
// page with these rows in the place of what differs, so that what is typed and open elsewhere stays; the address is the link's.

/** @param {URL} url */
async function show(url) {
  history.pushState(null, '', url);
  await renew('untold');
  reach(url.hash);
}

/** What is shown gets the focus, for readers of the screen too. @param {string} hash */
function reach(hash) {
  const place = document.getElementById(hash.slice(1)) ?? document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!place) return;
  place.scrollIntoView({ block: 'nearest' });
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.pathname !== location.pathname || url.search === location.search) return;
  event.preventDefault();
  void show(url);
});

document.addEventListener('submit', (event) => {
  const form = formOf(event.target);
  if (!form?.classList.contains('finding')) return;
  event.preventDefault();
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form)) url.searchParams.append(name, String(value));
  void show(url);
});

addEventListener('popstate', () => void renew('untold'));
