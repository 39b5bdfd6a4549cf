// Moves from outside on the operator's page, in the browser. Input: a button of a row. Output: after a question, the move, made by
// `POST /moves` of this same port; what it answers is shown beside the buttons.

/** The button whose move is asked about. @type {HTMLElement | undefined} */
let moving;

/** @returns {HTMLDialogElement | null} */
function confirmation() {
  return /** @type {HTMLDialogElement | null} */ (document.getElementById('confirm'));
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-move]')) : null;
  const dialog = confirmation();
  if (!button || !dialog || button.getAttribute('aria-disabled') === 'true') return;
  moving = button;
  const title = dialog.querySelector('#confirm-title');
  const about = dialog.querySelector('#confirm-about');
  if (title) title.textContent = `${button.dataset['about']}: ${button.textContent}?`;
  const lines = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.querySelector('ul');
  about?.replaceChildren(...(lines ? [lines.cloneNode(true)] : []));
  dialog.returnValue = '';
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector('.quiet'))?.focus();
});

document.addEventListener(
  'close',
  ({ target }) => {
    const dialog = confirmation();
    if (!dialog || target !== dialog || !moving) return;
    const button = moving;
    moving = undefined;
    if (dialog.returnValue === 'move') void move(button);
  },
  // It does not bubble.
  true,
);

/** @param {HTMLElement} button */
async function move(button) {
  const { move: body = '', done = '', about = '' } = button.dataset;
  const status = document.getElementById(done);
  if (!status) return;
  status.textContent = 'Moving …';
  try {
    const reply = await fetch('moves', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const said = await reply.json();
    status.textContent = reply.ok ? `${about} is ${said.state} now.` : `Not moved: ${said.error}`;
  } catch {
    status.textContent = 'Not moved, or it is not known: the server of this page does not answer.';
  }
  document.dispatchEvent(new Event('changed'));
}
