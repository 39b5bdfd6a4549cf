// What serves a document conforms to it: each document of the tests that runs, and each scenario of a case in which something was found once. The
// tier `long` tries all scenarios, with ten seeds on each engine and more requests.

import { afterAll, describe, expect, it } from 'vitest';

import { hasPostgres } from '../../store/postgres.ts';
import { inLong } from '../../trials.ts';
import { modelOf } from '../running.ts';
import { fixtures, scenarios, type Fixture } from './fixtures.ts';
import { held, wrongIn } from './self.ts';

const isLong = inLong(1, 2) === 2;
const SEEDS = Array.from({ length: inLong(1, 10) }, (_, nth) => nth + 1);
const ENGINES = ['sqlite', ...(isLong && hasPostgres ? (['postgres'] as const) : [])] as const;
const TIME = 60_000;

const FOUND_ONCE: ReadonlySet<string> = new Set([
  'authentication/a-password-with-each-request.md ## beside tokens of the service',
  'authentication/a-password-with-each-request.md ## a gap in what other rows are identified by holds what needs it, and nothing else',
  'authentication/callers-of-several-resources.md ## a password with each request beside keys of another resource',
  'authentication/tokens-of-the-service.md ## from whom a row is hidden does not learn that it was there',
  'endpoints/answers-of-several-effects.md ## The answer of several effects shows a row that has gone as it was, and lists what is there when it is asked',
  'endpoints/answers-of-several-effects.md ## The answer of several effects has the outcome of `creates or replaces`, whatever else is done',
  'endpoints/bodies-with-when.md ## At least one of beside it: of fields that the form has',
  'endpoints/creates-every.md ## where the first failure is enough, it is that of the first row',
  'endpoints/creates-or-keeps.md ## Creates or keeps finds a row by its identity, too, and makes one where the other is gone',
  'endpoints/creates-or-keeps.md ## Creates or keeps judges a rule of the row that is kept',
  'endpoints/pages-by-cursors.md ## conditions name the parameters of Pages, and the word for the next page stands in texts',
  'endpoints/preconditions-before-existence.md ## before authentication: the tags are read, though nobody calls',
  'endpoints/preconditions-before-existence.md ## nor by its state or what is taken',
  'endpoints/which-refusal-comes-first.md ## state before body: what fits is compared, and the error shows what is legal',
  'endpoints/which-refusal-comes-first.md ## uniqueness before state, ignoring case; a label that does not fit is not taken',
  'errors/numbers-in-a-column.md ## 0.00 and -0.0',
  'errors/what-is-wrong-with-a-field.md ## One of two fields, and a value that is null',
  'errors/words-inside-of-an-error-body.md ## The error body {"l": ["<path>: <message>", <code>]}',
  'resources/present-if-in-a-nested-shape.md ## A reference beside the field counts while its row is there',
  'states/naming-a-gone-state.md ## What names the state is a where of Does, and a parameter of a list where it is sent',
  'states/rows-that-are-gone.md ## A row that is gone holds no key: another row takes it, and the path finds that one',
  'states/rows-that-are-gone.md ## A row that is gone is not changed with every row, nor deleted with every row',
  'states/which-state-a-call-leads-to.md ## One of several states is what Does names: sets `status` = `done`',
  'states/moves-by-time.md ## One change may make several moves due at once, whichever stands above: its answer shows the last',
]);
const isFoundOnce = ([name]: Fixture): boolean => FOUND_ONCE.has(name.replace('parts/', ''));
const DOCUMENTS = [...fixtures(), ...scenarios().filter((one) => isLong || isFoundOnce(one))];

const exercised = new Set<string>();
const left = new Map<string, string>();
afterAll(() => {
  for (const id of exercised) left.delete(id);
  const whys = [...Map.groupBy(left.values(), (why) => why)].map(([why, all]) => `\n  ${why}: ${all.length}`);
  console.log(`${exercised.size} of ${exercised.size + left.size} exercised${whys.join('')}`);
});

describe.each(ENGINES)('%s', (engine) => {
  it('has each scenario of which it speaks', () => {
    const names = new Set(DOCUMENTS.map(([name]) => name.replace('parts/', '')));
    expect([...FOUND_ONCE].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(DOCUMENTS)(
    'serves %s as it is written',
    async (...fixture) => {
      const [name, source] = fixture;
      const requests = isFoundOnce(fixture) ? 300 : inLong(100, 300);
      const model = modelOf(source, name.split(' ', 1)[0]);
      for (const seed of SEEDS) {
        const verdict = await held({ model, served: model }, engine, { seed, requests, time: TIME });
        expect(wrongIn(verdict), `--seed ${seed}`).toEqual([]);
        for (const { id } of verdict.exercised) exercised.add(`${name} ${id}`);
        for (const { id, why } of verdict.notExercised) left.set(`${name} ${id}`, why);
      }
    },
    600_000,
  );
});
