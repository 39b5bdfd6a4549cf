// Conditions whose names lack their ticks, and lists in which some have them: `check --fix` and `ask` write them where each name
// is one that the document declares, and leave what may be meant otherwise.

import { expect, it, test } from 'vitest';
import { propose } from '../../src/cli/asking/proposal.ts';
import { fix } from '../../src/cli/fix.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { understand } from '../laws/service.ts';

interface Cells {
  readonly from?: string;
  readonly onlyIf?: string;
  readonly does?: string;
  readonly selects?: string;
}

function lessons({
  from = '`asked`',
  onlyIf = 'none',
  does = 'updates Lesson',
  selects = '`slot` = value',
}: Cells): string {
  return `# T

- Lists: complete unless marked

## 2. R

### Lesson

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`slot\` | integer | yes | caller | any | none |
| \`kind\` | one of \`piano\`, \`violin\` | yes | caller | any | none |
| \`status\` | state | yes | service: state | any | none |

## 3. S

### Lesson.status

- Any other move: accepted

| State | Kind |
|---|---|
| \`asked\` | initial |
| \`fixed\` | any |
| \`done\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| ${from} | \`done\` | \`POST /lessons/{id}/end\` | ${onlyIf} | none |

## 4. E

### GET /lessons

- Does: lists Lesson

| Query | Type | Required | Selects | Default |
|---|---|---|---|---|
| \`from\` | integer | no | ${selects} | none |

### PATCH /lessons/{id}

- Does: ${does}
- Body: Lesson

### POST /lessons/{id}/end

- Does: moves Lesson.status

| Body | Type | Required | Sets |
|---|---|---|---|
| \`word\` | integer | yes | none |
`;
}

type Place = keyof Cells;
const FACTS: Readonly<Record<Place, RegExp>> = {
  from: /^3\/.*\/from$/,
  onlyIf: /^3\/.*\/only-if$/,
  does: /^4\/PATCH .*\/does$/,
  selects: /^4\/GET .*\/selects$/,
};

/** The document with the answer that was typed. */
function answered(place: Place, words: string): string | undefined {
  const { model } = understand(lessons({ [place]: 'not shown' }));
  const id = [...slotsOf(model).byId.keys()].find((one) => FACTS[place].test(one))!;
  const proposed = propose(model, [id], { words }, (source) => understand(source).model);
  if ('why' in proposed || proposed.troubles.length > 0) return undefined;
  return proposed.model.document.source;
}

const fixed = (source: string): string => fix(source, 'a.md').source;

test.each<[Place, string, string]>([
  ['does', 'updates Lesson where status = asked', 'updates Lesson where `status` = `asked`'],
  ['does', 'updates Lesson where status = `asked`', 'updates Lesson where `status` = `asked`'],
  ['does', 'updates Lesson where kind = violin and slot > 2', 'updates Lesson where `kind` = `violin` and `slot` > 2'],
  ['does', 'updates Lesson; sets kind = piano', 'updates Lesson; sets `kind` = `piano`'],
  ['selects', 'slot >= value', '`slot` >= value'],
  ['selects', 'Lesson.slot >= value', '`Lesson.slot` >= value'],
  ['onlyIf', 'body word = this slot', 'body `word` = this `slot`'],
  ['from', 'asked, fixed', '`asked`, `fixed`'],
  ['from', '`asked`, fixed', '`asked`, `fixed`'],
  ['from', 'any except `asked`, fixed', 'any except `asked`, `fixed`'],
])('%s: %s', (place, words, written) => {
  const whole = lessons({ [place]: written });
  expect(fixed(lessons({ [place]: words }))).toBe(fixed(whole));
  expect(answered(place, words)).toBe(whole);
});

test.each<[Place, string, string]>([
  ['does', 'a value that stands nowhere else', 'updates Lesson where kind = flute'],
  ['does', 'a state of another kind of field', 'updates Lesson where slot = asked'],
  ['does', 'no field', 'updates Lesson where room = asked'],
  ['selects', 'no field', 'place >= value'],
  ['onlyIf', 'nothing that is sent', 'body room = this slot'],
  ['from', 'ticks around more than a name', '`asked, fixed`'],
  ['from', 'no state', '`asked`, gone'],
])('nothing is written in %s: %s', (place, _, words) => {
  const before = lessons({ [place]: words });
  expect(fixed(before)).toContain(words);
  expect(fix(before, 'a.md').ticked).toBe(0);
  expect(answered(place, words)).toBeUndefined();
});

it('a note beside a condition stays, and gets no ticks', () => {
  const before = lessons({ selects: 'slot >= value [why](x)' });
  expect(fixed(before)).toContain('slot >= value [why](x)');
});
