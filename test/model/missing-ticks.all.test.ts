// Names without their ticks: written with them where only one form can be meant, by a session of `ask` and by `check --fix`
// alike, and left as they are everywhere else.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { propose } from '../../src/cli/asking/proposal.ts';
import { fix } from '../../src/cli/fix.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { withTicks } from '../../src/analysis/questions/forms/missing-ticks.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { understand } from '../laws/service.ts';
import { opened } from './forms-written.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Ten states, so that not all of them are shown. */
const STATES = ['in', 'out', 'lost', 'paid', 's5', 's6', 's7', 's8', 's9', 's10'];

function lent(rows: readonly string[], codes = '| `no` | 409 | internal |'): string {
  const states = STATES.map((state, nth) => `| \`${state}\` | ${nth === 0 ? 'initial' : 'any'} |`).join('\n');
  return `# T\n\n- Lists: complete unless marked\n\n## 2. R\n\n### Book\n\n- Identified by: \`id\`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| \`id\` | integer | yes | service: new id | any | none |\n| \`status\` | state | yes | service: state | any | none |\n\n## 3. S\n\n### Book.status\n\n- Any other move: \`no\`\n\n| State | Kind |\n|---|---|\n${states}\n\n| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n${rows.join('\n')}\n\n## 4. E\n\n### POST /books/{id}/pay\n\n- Does: moves Book.status\n- Who: anyone\n\n## 7. E\n\n| Code | Status | When |\n|---|---|---|\n${codes}\n`;
}

/** The row of moves, once the answer is written. */
function answered(row: string, fact: string, words: string): string | undefined {
  const { model } = understand(lent([row]));
  const id = [...slotsOf(model).byId.keys()].find((one) => one.startsWith('3/') && one.endsWith(`/${fact}`))!;
  const proposed = propose(model, [id], { words }, (source) => understand(source).model);
  if ('why' in proposed || proposed.troubles.length > 0) return undefined;
  return proposed.model.document.source
    .split('\n')
    .find((line) => line.includes(' none | none |') && line.includes('pay'));
}

const row = (from: string, to: string, by = '`POST /books/{id}/pay`'): string =>
  `| ${from} | ${to} | ${by} | none | none |`;

describe('a name without ticks', () => {
  it('is each form that is offered, and no other', () => {
    let tried = 0;
    for (const file of ['repair-shop.md', 'price-list.md'])
      for (let seed = 0; seed < 5; seed += 1) {
        const { model } = understand(opened(readFileSync(join(ROOT, 'examples', file), 'utf8'), seed, 5));
        for (const { gap, forms } of asksOf(model).flatMap(({ asks }) => asks)) {
          const fact = slotsOf(model).byId.get(gap.id)!;
          for (const form of forms) {
            const bare = form.replaceAll('`', '');
            const same = forms.filter((one) => one.replaceAll('`', '') === bare);
            if (form.includes('…') || form.includes('"') || same.length > 1) continue;
            tried += 1;
            expect(withTicks(model, fact, bare), `${gap.id}: ${bare}`).toBe(form === bare ? undefined : form);
          }
        }
      }
    expect(tried).toBeGreaterThan(300);
  });

  it.each([
    ['to', 'not shown', 'paid', row('`in`', '`paid`')],
    ['to', 'not shown', 's10', row('`in`', '`s10`')],
    ['to', 'not shown', 'refused no', row('`in`', 'refused `no`')],
    ['to', 'not shown', 'refused late 409', row('`in`', 'refused `late`')],
  ])('is written with them as the %s of a move that is %s: %s', (fact, open, words, then) => {
    expect(answered(row('`in`', open), fact, words)).toBe(then);
  });

  it('is written with them as From and By, one or several', () => {
    expect(answered(row('not shown', '`paid`'), 'from', 'in')).toBe(row('`in`', '`paid`'));
    expect(answered(row('not shown', '`paid`'), 'from', 'in, s10')).toBe(row('`in`, `s10`', '`paid`'));
    expect(answered(row('not shown', '`paid`'), 'from', 'any except in, paid')).toBe(
      row('any except `in`, `paid`', '`paid`'),
    );
    expect(answered(row('`in`', '`paid`', 'not shown'), 'by', 'POST /books/{id}/pay')).toBe(row('`in`', '`paid`'));
  });

  it.each(['payed', 'the state paid', 'in out', 'refused nope', 'Paid'])('is not guessed: %s', (words) => {
    expect(answered(row('`in`', 'not shown'), 'to', words)).toBeUndefined();
  });

  it('is a word where the notation has that word', () => {
    expect(answered(row('`in`', 'not shown'), 'to', 'same')).toBe(row('`in`', 'same'));
  });

  it('gets its ticks by check --fix, where it is declared', () => {
    const fixed = fix(
      lent([row('in', 's10'), row('in, out', 'refused no'), row('in', 'gone'), row('payed', 'paid')]),
      'a.md',
    );
    const rows = fixed.source.split('\n').filter((line) => line.includes('POST /books/{id}/pay`'));
    expect(rows).toStrictEqual([
      row('`in`', '`s10`'),
      row('`in`, `out`', 'refused `no`'),
      row('`in`', 'gone'),
      row('payed', '`paid`'),
    ]);
    expect(fixed.ticked).toBe(6);
    expect(fix(fixed.source, 'a.md')).toMatchObject({ source: fixed.source, ticked: 0, spellings: 0 });
  });
});
