// Behaviour over HTTP by part: beside a document under test/parts/<part>/ a case `<name>.http` has requests and the exact answers; for
// those of examples/ it is in test/examples/.
// Strict both ways; `UPDATE=1` writes the answers that are different now, and the difference is reviewed as behaviour.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PARTS } from '../src/base/parts.ts';
import { agrees, rewritten, scenariosOf, written, type Captures, type Exchange } from './behaviour/case.ts';
import { openPlayer, type Player } from './behaviour/player.ts';
import { realScrypt } from './real-scrypt.ts';
import { oneIn } from './trials.ts';

const HERE = import.meta.dirname;
const PLACES = [
  ...PARTS.map((part) => ({
    what: `part ${part}`,
    documents: join(HERE, 'parts', part),
    requests: join(HERE, 'parts', part),
  })),
  { what: 'examples', documents: join(HERE, '..', 'examples'), requests: join(HERE, 'examples') },
];
const isUpdate = process.env['UPDATE'] === '1';

let player: Player;
beforeAll(async () => {
  player = await openPlayer();
});
afterAll(() => player.close());

describe.each(PLACES)('$what', ({ documents, requests }) => {
  const files = readdirSync(documents);
  const cases = readdirSync(requests)
    .filter((file) => file.endsWith('.http'))
    .map((file) => file.slice(0, -'.http'.length));

  it('has a document for each case', () => {
    expect(cases.filter((name) => !files.includes(`${name}.md`))).toEqual([]);
  });

  describe.each(cases)('%s', (name) => {
    const file = join(requests, `${name}.http`);
    const document = readFileSync(join(documents, `${name}.md`), 'utf8');
    const text = readFileSync(file, 'utf8');
    const scenarios = scenariosOf(text);
    const answers = new Map<Exchange, string>();
    afterAll(() => {
      if (answers.size > 0) writeFileSync(file, rewritten(text, answers));
    });

    it('has scenarios of different names, each with a request', () => {
      expect(scenarios.length).toBeGreaterThan(0);
      expect(new Set(scenarios.map(({ title }) => title)).size).toBe(scenarios.length);
      for (const { title, exchanges } of scenarios) expect(exchanges.length, title).toBeGreaterThan(0);
    });

    // A hash that was made elsewhere is compared with the work that it says, a tenth of a second.
    const isReal = text.includes('$scrypt$');
    if (isReal) realScrypt();
    const most = isReal ? 8 : /\bsecret\b/.test(document) ? 6 : 4;
    const tried = isUpdate ? scenarios : oneIn(most, scenarios);
    it.each(tried)('$title', async (scenario) => {
      await player.begin(document, scenario);
      const captures: Captures = new Map();
      for (const exchange of scenario.exchanges) {
        const actual = await player.send(exchange, captures);
        if (agrees(exchange.answer, actual, captures)) continue;
        const shown = written(actual, captures, text + document);
        if (isUpdate) answers.set(exchange, shown);
        else
          expect(`${exchange.method} ${exchange.target}\n${shown}`).toBe(
            `${exchange.method} ${exchange.target}\n${exchange.answer}`,
          );
      }
      expect(player.failures()).toEqual([]);
    });
  });
});
