// Documents for the oracle: those of the repository, documents by chance, and sentences of the grammar at their places. Input: how
// many by chance. Output: names and texts, the same for the same number.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readNotationGrammar } from '../grammar/ebnf.ts';
import { documentAround, PLACES } from '../grammar/places.ts';
import { Sentences } from '../grammar/sentences.ts';
import { facts, render, type Mark } from '../laws/draft.ts';
import { generate } from '../laws/generate.ts';
import { Random } from '../laws/random.ts';
import { OddDocuments } from '../read/odd-documents.ts';

export interface OracleDocument {
  readonly name: string;
  readonly source: string;
}

const ROOT = join(import.meta.dirname, '..', '..');
const SENTENCES = 12;

export function* documents(byChance: number): Generator<OracleDocument> {
  yield* ofTheRepository();
  yield* odd(byChance / 4);
  yield* marked((byChance * 3) / 4);
  yield* sentences();
}

function* ofTheRepository(): Generator<OracleDocument> {
  yield { name: 'docs/orders.md', source: readFileSync(join(ROOT, 'docs', 'orders.md'), 'utf8') };
  for (const folder of ['examples', 'test'])
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      if (file.endsWith('.md'))
        yield { name: `${folder}/${file}`, source: readFileSync(join(ROOT, folder, file), 'utf8') };
}

function* odd(count: number): Generator<OracleDocument> {
  for (let seed = 1; seed <= count; seed += 1)
    yield { name: `odd-${seed}`, source: new OddDocuments(new Random(seed)).document() };
}

/** Whole documents, half of them with time, from which a few facts are taken. */
function* marked(count: number): Generator<OracleDocument> {
  for (let seed = 1; seed <= count; seed += 1) {
    const { draft } = generate(seed, seed % 2 === 1);
    const random = new Random(seed * 31 + 7);
    const marks = random.some(facts(draft), 0, 12).map(({ key, marks: of }): [string, Mark] => [key, random.pick(of)]);
    yield { name: `world-${seed}`, source: render(draft, new Map(seed % 8 === 0 ? [] : marks)) };
  }
}

function* sentences(): Generator<OracleDocument> {
  const grammar = readNotationGrammar();
  for (const symbol of Object.keys(PLACES)) {
    const made = new Sentences(grammar, new Random(symbol.length));
    for (let i = 1; i <= SENTENCES; i += 1) {
      const around = documentAround(symbol, made.sentence(symbol));
      if (around !== undefined) yield { name: `sentence-${symbol}-${i}`, source: around.source };
    }
  }
}
