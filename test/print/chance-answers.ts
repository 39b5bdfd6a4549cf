// Whatever is typed as an answer, whatever the document: it stands in its own place or is refused. Input: a seed. Output: what is wrong,
// or nothing, and whether something was written.

import type { Fact } from '../../src/analysis/gaps/slots/fact.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import type { Edit } from '../../src/print/edit.ts';
import { writeAnswer, writeColumn } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { facts, render, type Mark } from '../laws/draft.ts';
import { generate } from '../laws/generate.ts';
import { Random } from '../laws/random.ts';
import { understand } from '../laws/service.ts';
import { OddDocuments } from '../read/odd-documents.ts';
import { answerFor, untouched } from './answers.ts';

const PIECES = [
  '|',
  '`',
  '``',
  '\n',
  '\r\n',
  '\n\n',
  '<!--',
  '-->',
  '###',
  '## 7. Errors',
  '# ',
  '- ',
  '* Who: none',
  '\\',
  '\\|',
  '```',
  '~~~',
  '---',
  '===',
  '…',
  'none',
  'any',
  'not shown',
  ':',
  ': not shown',
  '<div>',
  '&hellip;',
  '[a]: b',
  '[x](y)',
  '**',
  '_',
  '\t',
  '    ',
  ' ',
  '\u00a0',
  '`a`',
  'yes',
  '200',
  '1.',
  '>',
  'Does: none',
  '| a | b |',
  '|---|---|',
  '(new)',
  '### Notes',
  '<pre>',
];

function garbage(random: Random): string {
  return Array.from({ length: random.whole(1, 7) }, () => random.pick(PIECES) + (random.chance(0.3) ? ' ' : '')).join(
    '',
  );
}

function source(seed: number, random: Random): string {
  if (random.chance(0.5)) return odd(someParts(new OddDocuments(random).document(), random), random);
  const { draft } = generate(seed);
  const open = facts(draft);
  const marks = random.some(open, 1, 12).map((fact): [string, Mark] => [fact.key, random.pick(fact.marks)]);
  return odd(someParts(render(draft, new Map(marks)), random), random);
}

/** Smaller documents are read sooner, and parts that are left out have questions of their own. */
function someParts(text: string, random: Random): string {
  const [title = '', ...parts] = text.split(/^(?=## )/m);
  return title + parts.filter(() => random.chance(0.3)).join('');
}

/** As other editors write it. */
function odd(text: string, random: Random): string {
  let written = text;
  if (random.chance(0.2))
    written = written.replace(/^\| (.*) \|$/gm, (row, inner: string) => (inner.startsWith('-') ? row : inner));
  if (random.chance(0.15)) written = written.replace(/^(#+ .*)\n\n/gm, '$1\n');
  if (random.chance(0.1)) written = written.replace(/^- (\w[\w ]*):/gm, '* **$1:**');
  if (random.chance(0.1)) written = written.replace(/\| /g, '|\t');
  if (random.chance(0.1)) written = written.replace(/^\|/gm, '  |');
  if (random.chance(0.2)) written = written.trimEnd();
  if (random.chance(0.2)) written = written.replace(/\r?\n/g, '\r\n');
  return random.chance(0.1) ? `\ufeff${written}` : written;
}

/** Behind the last first, so that no place moves. */
function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toReversed()
    .reduce((done, { at, text: words }) => done.slice(0, at.start) + words + done.slice(at.end), text);
}

/** What stands at the question's own place gives way, with the sign of a bullet that is the whole; and what marks a list. */
function mayGive(text: string, { slot, kind }: Fact, at: Edit['at']): boolean {
  const words = text.slice(at.start, at.end);
  if (slot && slot.status !== 'absent') {
    const sign = text.slice(at.start, slot.at.start).trim();
    return at.end <= slot.at.end && (at.start >= slot.at.start || /^[-*+]$/.test(sign));
  }
  if (kind === 'open list')
    return /^(?:\s*\|?\s*(?:…|\.\.\.)|\s*###\s+(?:…|\.\.\.))/.test(words) || !words.includes('\n');
  if (kind === 'shown' || kind === 'which move' || kind === 'refused when due' || kind === 'initial')
    return !words.includes('\n');
  return kind === 'cause' && /^(?:not shown|none|)/i.test(words);
}

export interface Tried {
  readonly isWritten: boolean;
  readonly fault?: string;
}

/** Some answers to some questions of one document. */
export function tryAnswers(seed: number, each: number): readonly Tried[] {
  const random = new Random(seed * 7 + 3);
  const text = source(seed, random);
  const { model, document } = understand(text);
  const open = slotsOf(model).facts.filter(({ status }) => status === 'gap' || status === 'unreadable');
  return random.some(open, each, each).map((fact) => {
    const isValid = random.chance(0.3);
    const answer = isValid ? answerFor(fact) : garbage(random);
    const written = random.chance(0.05) ? writeColumn(model, fact) : writeAnswer(model, fact, answer);
    if (written.kind === 'refused') return { isWritten: false };
    const where = `seed ${seed}: ${fact.id} (${fact.kind}), answer ${JSON.stringify(answer)}`;
    const tried = (fault: string): Tried => ({ isWritten: true, fault: `${where} ${fault}` });
    if (applied(text, written.edits) !== written.source) return tried('does more than it says');
    const strange = written.edits.find(({ at }) => at.start < at.end && !mayGive(text, fact, at));
    if (strange) return tried(`takes away ${JSON.stringify(text.slice(strange.at.start, strange.at.end))}`);
    const after = read(written.source, 'law.md').document;
    const [old, now] = untouched(document, after, fact, written);
    const lost = old.filter((one) => !now.includes(one));
    const gained = now.filter((one) => !old.includes(one));
    if (lost.length + gained.length > 0)
      return tried(
        `loses ${lost.slice(0, 4).join('; ')}\ngains ${gained.slice(0, 4).join('; ')}\nedits ${JSON.stringify(written.edits)}`,
      );
    return { isWritten: true };
  });
}
