// The open questions on the page, in the order of `ask`. Input: groups of questions and the model they are about. Output:
// HTML: each with its place, the forms that may be written, what waits for it and what an answer releases.

import { sourcesOf, type Sources } from '../base/sources.ts';
import type { Model } from '../model/model.ts';
import { notDoneAt, type Ask, type AskGroup } from '../analysis/questions/questions.ts';
import type { GapEntry } from '../analysis/document/gap-view.ts';
import { budget, notDoneText, onceRight, staysText, untilAnswered } from './ask-words.ts';
import { anchor, bare, code, linkTo, list, visible, words } from './html.ts';
import type { Open } from './places.ts';

export function questionsList(model: Model, { groups, notDone }: Open, errors: number): string {
  const sources = sourcesOf(model.document);
  let rank = 0;
  const html = groups.map((group, index) => {
    const first = rank + 1;
    rank += group.asks.length;
    const title = budget(groups, index, errors).replace(/:$/, '');
    return groupOf(model, group, { title, first, errors, sources });
  });
  const open = html.length === 0 ? '<p>Nothing is open.</p>' : html.join('\n');
  return open + later(notDone, sources);
}

interface Around {
  readonly title: string;
  /** The number of its first question. */
  readonly first: number;
  readonly errors: number;
  readonly sources: Sources;
}

function groupOf(model: Model, group: AskGroup, { title, first, errors, sources }: Around): string {
  const items = group.asks.map((ask) => question(model, ask, sources, errors));
  return `<h3>${visible(title)}</h3>
<ol class="questions" start="${first}">${items.join('\n')}</ol>`;
}

function question(model: Model, ask: Ask, sources: Sources, errors: number): string {
  const { gap, gaps, releases, staysHeld } = ask;
  const together = gaps.length === 1 ? '' : ` <span class="dim">and ${gaps.length - 1} more by one answer</span>`;
  const told = [
    `<span class="dim">${place(gap, sources)}</span> · <span class="id">${visible(gap.id)}</span>${together}`,
    `<span class="dim">${visible(untilAnswered(ask))}</span>`,
    forms(model, ask),
    ...ask.meanings.map((one) => `<span class="dim">${visible(one)}</span>`),
    releases.length === 0 ? '' : `<span class="yes">releases</span> ${operations(releases)}${onceRight(errors)}`,
    ...staysHeld.map((one) => `<span class="no">${visible(staysText(one))}</span>`),
  ].filter((one) => one !== '');
  return `<li id="${anchor('gap', gap.id)}"><p>${words(gap.question)}</p>${told.map((one) => `<p class="told">${one}</p>`).join('')}</li>`;
}

function place({ at }: Pick<GapEntry, 'at'>, sources: Sources): string {
  const { file, line } = sources.place(at.start);
  return `${visible(file)}:${line}`;
}

const SHOWN = 4;

function operations(ids: readonly string[]): string {
  const named = ids.slice(0, SHOWN).map((id) => linkTo(anchor('operation', id), code(id)));
  return `${named.join(', ')}${ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : ''}`;
}

/** What this runtime does not do is marked. */
function forms(model: Model, ask: Ask): string {
  if (ask.forms.length === 0) return '';
  const notDone = new Map(notDoneAt(model, ask).map((one) => [one.form, one.holds]));
  const items = ask.forms.map((form) => {
    const holds = notDone.get(form);
    if (holds === undefined) return `<code class="form">${visible(form)}</code>`;
    return `<code class="form" title="${bare(notDoneText(holds))}">${visible(form)}</code> <span class="dim">(not supported yet)</span>`;
  });
  const beside = ask.beside.map((one) => `<span class="dim">${visible(one)}</span>`);
  return `may be: ${[...items, ...beside].join(' <span class="dim">|</span> ')}`;
}

function later(notDone: readonly GapEntry[], sources: Sources): string {
  if (notDone.length === 0) return '';
  const items = notDone.map(
    (one) =>
      `<li id="${anchor('gap', one.id)}"><p>${words(one.question)}</p><p class="told"><span class="dim">${place(one, sources)}</span> · <span class="id">${visible(one.id)}</span></p></li>`,
  );
  return `<h3>Stated, and not supported by this runtime yet</h3>\n${list(items, 'questions')}`;
}
