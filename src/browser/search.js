// The search of the operator's page, in the browser. Input: words. Output: the operations that have all of them in their method, path,
// resource, or whether they run; groups with one are unfolded, and folded again as they were when nothing is searched.

/** Groups that were folded when the search began. @type {Set<string> | undefined} */
let folded;

function search() {
  const box = /** @type {HTMLInputElement | null} */ (document.getElementById('search'));
  const found = document.getElementById('found');
  if (!box || !found) return;
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const isSearched = words.length > 0;
  const groups = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('.group')]);
  const hadNone = folded === undefined;
  if (isSearched && hadNone) folded = new Set(groups.filter(({ open }) => !open).map(({ id }) => id));
  let all = 0;
  let shown = 0;
  for (const group of groups) {
    const name = group.querySelector('h3')?.textContent ?? '';
    let own = 0;
    for (const card of group.querySelectorAll('.card')) {
      const text = `${name} ${card.querySelector('h4')?.textContent}`.toLowerCase();
      const isFound = words.every((word) => text.includes(word));
      card.toggleAttribute('hidden', !isFound);
      all += 1;
      if (isFound) own += 1;
    }
    shown += own;
    group.toggleAttribute('hidden', own === 0);
    if (isSearched && own > 0) group.open = true;
    if (!isSearched && folded?.has(group.id)) group.open = false;
  }
  if (!isSearched) folded = undefined;
  const told = isSearched ? `${shown} of ${all} operations` : '';
  if (found.textContent !== told) found.textContent = told;
}

document.addEventListener('input', ({ target }) => {
  if (target instanceof Element && target.id === 'search') search();
});
document.addEventListener('renewed', search);
addEventListener('pageshow', search);
