// The operator's page of one document, made twice: with names as anybody writes them, and with names that are made to break out of
// a text, an attribute, a script. They stand in what the page is made from, also where no document could have them: what the
// page escapes rests on no grammar. The two names are of one length, so that pictures have the same places.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { check } from '../../src/check/check.ts';
import { targetOf } from '../../src/calls/target.ts';
import { plan } from '../../src/plan/compile.ts';
import type { OperationPlan } from '../../src/plan/plan.ts';
import { openOf } from '../../src/page/places.ts';
import { questionsList } from '../../src/page/questions.ts';
import { operatorPage, type PageContents } from '../../src/page/page.ts';
import { root } from '../examples/running.ts';
import { understand } from '../laws/service.ts';

export const PLAIN = 'zqxzqxzqxzqxzqxz';
export const HOSTILE = `"><b&on='1'&lt;>`;

const answered = (what: string): string => `| Status | When | Body |
|---|---|---|
| 200 | found | ${what} |

`;

/** Every name of it has the plain one in it. */
function document(): string {
  const called = `### GET /by

- Does: lists Order
- Body: none
- Order: newest first

| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
| \`${PLAIN}_q\` | one of \`${PLAIN}\`, \`paid\` | yes | none | any | \`status\` = value |

${answered('array of Order')}### GET /by/{${PLAIN}_i}

- Does: reads Order
- Body: none

| Path | Type | Allowed values | Selects |
|---|---|---|---|
| \`${PLAIN}_i\` | integer | any | Order by \`id\` |

${answered('Order')}### GET /held/{${PLAIN}_h}

- Does: not shown
- Body: none

${answered('Order')}### POST /none/{${PLAIN}_n}

- Does: none
- Body: none
- Repeat: again

${answered('Order')}`;
  return readFileSync(join(root, 'docs/orders.md'), 'utf8')
    .replaceAll('/orders', `/${PLAIN}`)
    .replaceAll('/by', `/by-${PLAIN}`)
    .replaceAll('`open`', `\`${PLAIN}\``)
    .replace(
      '| `status` |',
      `| \`${PLAIN}_k\` | one of \`${PLAIN}\`, \`b\` | yes | caller | any | none |\n| \`status\` |`,
    )
    .replace(/^### POST/m, `${called}### POST`)
    .replaceAll('/by', `/by-${PLAIN}`)
    .replaceAll('Orders', `${PLAIN} Orders`)
    .replaceAll(/\bOrder\b(?!:)/g, `Order${PLAIN}`)
    .replaceAll('total', `${PLAIN}_total`)
    .replaceAll('status`', `${PLAIN}_status\``)
    .replaceAll('.status', `.${PLAIN}_status`);
}

function contents(source: string, word: string): PageContents {
  const model = renamed(understand(source).model, word);
  const made = plan(model);
  const [first, ...others] = made.operations.map((one) => withHostileParts(one, word));
  return {
    model,
    report: { ...check(model), document: `${word}.md` },
    plan: { ...made, base: `/${word}`, operations: [{ ...first!, method: word }, ...others] },
    address: `http://${word}`,
    pause: async () => {},
    revision: word,
    trouble: { what: word, frames: [word] },
    now: {
      assumed: [
        {
          id: word,
          part: 'states',
          text: word,
          by: word,
          on: word,
          why: word,
          until: word,
          operations: [word],
          at: { file: word, line: 1, column: 1 },
        },
      ],
      clock: word,
    },
    rows: [
      {
        resource: word,
        columns: [word],
        without: [{ name: word, why: word }],
        rows: [
          {
            key: word,
            isGone: true,
            cells: [
              { text: word + '.'.repeat(1000), to: { resource: word, key: word } },
              { text: word, octets: 1 },
            ],
          },
        ],
        finds: [{ field: word, hows: ['is', word] }],
        selected: { after: word, sought: { field: word, how: 'is', text: word } },
        chosen: {
          resource: word,
          key: word,
          row: {
            title: word,
            isGone: true,
            fields: [{ name: word, cell: { text: word, octets: 1, to: { resource: word, key: word } } }],
            from: [{ resource: word, field: word }],
          },
        },
        ways: { next: word, previous: word },
        note: word,
      },
      { resource: `${word}2`, columns: [], without: [], rows: [], ways: {}, trouble: word },
    ],
  };
}

/** What no document can say, or has to say in many words. */
function withHostileParts(operation: OperationPlan, word: string): OperationPlan {
  const { run } = operation;
  if (!run) return operation;
  const query = run.query.map((one) => ({ ...one, name: `${word}_r`, list: 'repeated' as const }));
  const body = run.body.kind === 'fields' ? { ...run.body, mediaTypes: [word] } : run.body;
  return { ...operation, run: { ...run, query: [...run.query, ...query], body } };
}

/** The same data with another name in it; what was one thing is one thing still. */
function renamed<T>(value: T, word: string, known = new Map<unknown, unknown>()): T {
  if (typeof value === 'string') return value.replaceAll('law.md', `${PLAIN}.md`).replaceAll(PLAIN, word) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value) as T;
  if (value instanceof Map || value instanceof Set) {
    const made = value instanceof Map ? new Map<unknown, unknown>() : new Set<unknown>();
    known.set(value, made);
    if (value instanceof Map)
      for (const [key, one] of value)
        (made as Map<unknown, unknown>).set(renamed(key, word, known), renamed(one, word, known));
    else for (const one of value) (made as Set<unknown>).add(renamed(one, word, known));
    return made as T;
  }
  const made = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
  known.set(value, made);
  for (const [key, one] of Object.entries(value)) made[renamed(key, word, known)] = renamed(one, word, known);
  return made as T;
}

export async function plainAndHostile(
  written: (document: string) => string = (text) => text,
): Promise<readonly [plain: string, hostile: string]> {
  const [plain, hostile] = [PLAIN, HOSTILE].map((word) => contents(written(document()), word));
  return [await operatorPage(plain!, 'script'), await operatorPage(hostile!, 'script')];
}

/** Questions with all that one can have. */
export function questionsOf(word: string): string {
  const { model, report } = contents(document(), word);
  const open = openOf(model, report);
  const groups = open.groups.map((group) => ({
    ...group,
    asks: group.asks.map((ask) => ({
      ...ask,
      forms: [...ask.forms, `after ${word}`],
      beside: [word],
      meanings: [word],
      staysHeld: [{ operation: word, heldBy: [word] }],
    })),
  }));
  return questionsList(model, { ...open, groups }, 0);
}

const inId = (text: string): string => text.replaceAll('"', '%22');
const inAnchor = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');
const [segment] = targetOf([[HOSTILE, null, '']], {}, [])
  .split('/')
  .slice(1);

const inShell = (text: string): string => text.replaceAll("'", String.raw`'\''`);
const inJson = JSON.stringify(HOSTILE).slice(1, -1);

/** In JSON and the line for the shell, as it is, in the id of a gap, in the path of that line, in a query, in an anchor. */
const WAYS = [
  inShell(inJson),
  inJson,
  inShell(HOSTILE),
  HOSTILE,
  inId(HOSTILE),
  inShell(segment!),
  inShell(encodeURIComponent(HOSTILE)),
  encodeURIComponent(HOSTILE),
  inAnchor(HOSTILE),
  inAnchor(inId(HOSTILE)),
  inAnchor(HOSTILE).replaceAll('%', '_'),
];

/** The hostile name is the plain one again, however it is `written`. Names that are no words stand in ticks. */
export function asPlain(text: string, written: (name: string) => string = (name) => name): string {
  return WAYS.reduce((read, way) => read.replaceAll(written(way), PLAIN), text).replaceAll('`', '');
}
