// Every word of src/analysis/document/supported.ts has a document that uses it: a word that runs is held nowhere, a word that
// does not run holds an operation and says so. The plan holds the same. docs/supported.md says the same.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { notDoneTable, supportedPage, withNotDone } from '../../scripts/write-supported.ts';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { INSTEAD, isGuard } from '../../src/analysis/gaps/supported/instead.ts';
import { plainly } from '../../src/analysis/gaps/supported/plain.ts';
import type { Feature } from '../../src/analysis/document/features.ts';
import { runs, supportedFeatures } from '../../src/analysis/document/supported.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { CASES } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';
import { documentOf } from '../plan/plan-of.ts';
import { FIXTURES } from './words.ts';
import { oneIn } from '../trials.ts';

function modelOf(source: string): Model {
  const { document, diagnostics } = read(source, 'word.md');
  return link(document, diagnostics);
}

const models = new Map<string, Model>();

/** Each is read once; what base.md uses itself needs no edit, and is one model for all. */
function fixture(word: string): Model {
  const source = (FIXTURES[word] ?? []).reduce(edited, WHOLE);
  const model = models.get(source) ?? modelOf(source);
  models.set(source, model);
  return model;
}

const WORDS = supportedFeatures().map(({ name, runs: does, listed }) => ({ name, does, listed }));

/** No operation runs less for them. */
const HOLDS_NOTHING: ReadonlySet<Feature> = new Set(WORDS.flatMap(({ name, listed }) => (listed ? [name] : [])));

/** What is wrong with the way a word is treated. */
function faults(name: Feature, does: boolean, model: Model, holds = true): string[] {
  const { facts } = slotsOf(model);
  const using = facts.filter(({ words }) => words.includes(name));
  const { operations } = gapView(model);
  const found: string[] = [];
  if (using.length === 0) found.push('no statement uses it');
  if (does) {
    for (const { id, status, words } of facts)
      if (status === 'unsupported' && !words.some((word) => HOLDS_NOTHING.has(word)))
        found.push(`${id} is unsupported`);
    for (const { id, heldBy } of operations) if (heldBy.length > 0) found.push(`${id} is held by ${heldBy.join(', ')}`);
    return found;
  }
  const ids = new Set(using.filter(({ status }) => status === 'unsupported').map(({ id }) => id));
  if (ids.size === 0) found.push('it is not unsupported');
  // All of its requests, or those that meet it.
  if (operations.some(({ heldBy, partlyHeldBy }) => [...heldBy, ...partlyHeldBy].some((id) => ids.has(id))) !== holds)
    found.push(holds ? 'it holds no operation' : 'it holds an operation');
  const said = check(model).diagnostics.filter(({ code }) => code === 'unsupported');
  if (!said.some(({ fix }) => fix?.includes(`\`${name}\``))) found.push('nothing says so');
  return found;
}

/** Neither other words nor less would say it. */
const STANDS_ALONE: readonly Feature[] = [
  'Resource: Visible to, which items',
  'Resource: Visible to, of rows that are kept or replaced',
  'Set by: caller at create, of a secret that may be sent again',
  'Rule: new R',
  'Rule: event name',
  'Rule: the resource',
];

describe('words of the notation', () => {
  it.each(oneIn(25, WORDS))('$name', ({ name, does, listed }) => {
    expect(faults(name, does, fixture(name), !listed)).toEqual([]);
  });

  it('are all known, and each fixture is of one', () => {
    const names = new Set<string>(WORDS.map(({ name }) => name));
    expect(Object.keys(FIXTURES).filter((name) => !names.has(name))).toEqual([]);
    const used = new Set(
      oneIn(20, WORDS).flatMap(({ name }) => slotsOf(fixture(name)).facts.flatMap(({ words }) => words)),
    );
    expect([...used].filter((word) => !names.has(word))).toEqual([]);
  });

  it('are named where they hold: by check, and by the plan, whose text a 501 carries', () => {
    for (const { name } of oneIn(
      15,
      WORDS.filter(({ does, listed }) => !does && !listed),
    )) {
      const planned = plan(fixture(name));
      const texts = planned.operations.flatMap(({ heldBy, partlyHeldBy }) =>
        [...heldBy, ...partlyHeldBy].map((id) => planned.gaps[id] ?? ''),
      );
      expect(
        texts.some((text) => text.startsWith('This runtime does not support ') && text.includes(plainly(name))),
        name,
      ).toBe(true);
    }
  });

  it('are told plainly, each by itself: as the document spells what it says, without the letters that stand for names', () => {
    const held = WORDS.filter(({ does }) => !does).map(({ name }) => name);
    const told = held.map((name) => plainly(name));
    expect(told.filter((phrase) => /^`[^`]*: |(?<![\p{L}\d])[Rf](?![\p{L}\d])|\{R\}/u.test(phrase))).toEqual([]);
    expect(new Set(told).size).toBe(held.length);
    expect(plainly('Type: R', 'Order')).toBe('`Order` alone as a type');
    expect(plainly('Type: R')).toBe('a resource alone as a type');
    expect(plainly('Word: more')).toBe('`<more>`');
  });

  it('hold when nothing knows them', () => {
    expect(runs('Type: string')).toBe(true);
    // @ts-expect-error A feature that no list has does not compile.
    expect(runs('Type: strung')).toBe(false);
  });

  it('are seen to be treated wrongly', () => {
    expect(faults('Type: file', true, fixture('Type: file'))[0]).toContain('is unsupported');
    expect(faults('Type: url', false, fixture('Type: url'))).toEqual([
      'it is not unsupported',
      'it holds no operation',
      'nothing says so',
    ]);
    expect(faults('Type: file', false, fixture('Type: file'), false)).toEqual(['it holds an operation']);
    expect(faults('Type: url', true, fixture('Type: file'))).toContain('no statement uses it');
  });
});

const planned = (model: Model): unknown =>
  plan(model).operations.map(({ id, runs: does, heldBy, partlyHeldBy, restsOn }) => ({
    id,
    runs: does,
    heldBy,
    partlyHeldBy,
    restsOn,
  }));

describe('the plan of each of these documents', () => {
  it('holds what the gap view holds, word by word', () => {
    for (const model of new Set(oneIn(20, WORDS).map(({ name }) => fixture(name)))) {
      expect(planned(model)).toEqual(gapView(model).operations);
    }
  });

  it('holds what the gap view holds, error by error', () => {
    for (const [code, { fires }] of oneIn(20, Object.entries(CASES))) {
      const model = modelOf(fires.reduce(edited, WHOLE));
      expect(planned(model), code).toEqual(gapView(model).operations);
    }
  });
});

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

describe('docs/supported.md', () => {
  it('says what the data says', () => {
    expect(readFileSync(join(DOCS, 'supported.md'), 'utf8')).toBe(supportedPage());
  });

  it('and the notation names part by part what does not run', () => {
    const notation = readFileSync(join(DOCS, 'notation.md'), 'utf8');
    expect(notation).toContain(notDoneTable());
    expect(withNotDone(notation)).toBe(notation);
    for (const said of [
      '*Emits:* event kinds',
      'list of',
      'outside, of what is no move of a row',
      'Limit',
      'Authentication',
    ])
      expect(notDoneTable()).toContain(said);
  });
});

const fixOf = (word: string): string | undefined =>
  check(fixture(word)).diagnostics.find(({ fix }) => fix?.includes(`\`${word}\``))?.fix;

const ROW = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|';

/** The fixes that a rule of a field meets which stands beside a reference. */
function told(setBy: string): readonly string[] {
  const source = documentOf({
    resources: `### Writer

- Identified by: \`id\`

${ROW}
| \`id\` | integer | yes | service: new id | any | none |
| \`username\` | string | no | caller | any | none |

### Thing

- Identified by: \`id\`

${ROW}
| \`id\` | integer | yes | service: new id | any | none |
| \`writer\` | Writer by \`id\` | yes | caller | any | none |
| \`by\` | string | no | service: ${setBy} | any | none |`,
    operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |
`,
  });
  const { document, diagnostics } = read(source, 'things.md');
  return check(link(document, diagnostics)).diagnostics.flatMap(({ code, fix }) =>
    code === 'unsupported' ? [fix ?? ''] : [],
  );
}

const KEPT_FOR: string = 'Delivery: Kept for';

describe('what to write instead', () => {
  it('is told of words that do not run, and by check', () => {
    expect([...INSTEAD.keys()].filter((word) => !WORDS.some(({ name, does }) => name === word && !does))).toEqual([]);
    for (const [word, instead] of oneIn(6, [...INSTEAD])) {
      const said = check(fixture(word)).diagnostics.filter(({ code }) => code === 'unsupported');
      expect(
        // A Type has the names of the document for `R` and `f`.
        said.some(
          ({ fix }) =>
            fix?.includes(instead) ||
            (/^Type: (?:list of )?(?:fields of )?R/.test(word) && / by `[a-z]+` ``/.test(fix ?? '')),
        ),
        word,
      ).toBe(true);
    }
  });

  it('is there for every word of a document without part 5, 6, 8 and 9 that is held, but for what keeps a value from being seen', () => {
    const left = WORDS.flatMap(({ name, does }) => (does || isGuard(name) || INSTEAD.has(name) ? [] : [name]));
    const elsewhere = /^(?:Authentication|Events|Delivery|Limit|Versioning): |caller of several resources/;
    expect(left.filter((word) => !elsewhere.test(word))).toEqual(STANDS_ALONE);
  });

  it('is never less than what keeps callers out, or a value from being seen', () => {
    const guards = WORDS.map(({ name }) => name).filter((word) => !runs(word) && isGuard(word));
    expect(guards.length).toBeGreaterThan(15);
    expect(guards.filter((word) => INSTEAD.has(word))).toEqual([]);
    expect([...INSTEAD.values()].filter((instead) => /anyone|hidden|hashed/.test(instead))).toEqual([]);
    for (const word of guards) {
      const told = fixOf(word);
      expect([word, told]).toEqual([word, expect.stringMatching(/^Keep it: (?:nothing that runs protects|it holds)/)]);
    }
  });

  it('is none for the value of another field, of whatever type', () => {
    expect(told('= `writer.username`')).toEqual([]);
    expect(told('= `{writer.username}`')).toEqual([]);
    expect(told('= `writer.username` at create')).toEqual([]);
  });

  it('is nothing where there are no other words, and where nothing is held', () => {
    expect(fixOf('Rule: new R')).toContain('there is no other way to say it yet');
    expect(fixOf('Delivery: Kept for')).toContain('Keep it: it holds nothing.');
  });

  it('and a fact that holds nothing does not say that something is held', () => {
    const { facts } = slotsOf(fixture('Delivery: Kept for'));
    const question = facts.find(({ held }) => held.some((one) => one === KEPT_FOR))!.question;
    expect(question).toBe(
      'This runtime does not support `Kept for` of Delivery yet; no answer depends on it, and no request is held.',
    );
  });
});
