// Inputs by chance for everything that takes a document: real and made documents, cut, spliced, repeated, nested and mutated, and what is
// no document at all. Input: a seed. Output: one text after the other, the same for the same seed.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Random } from '../laws/random.ts';
import { hostileDocuments } from '../read/hostile.ts';
import { OddDocuments } from '../read/odd-documents.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const PIECES = [
  ...'|`\n*_[]<>\\#-:;,.(){}"\t\r\u00a0\ufeff\u0000…&!~=/'.split(''),
  '\r\n',
  '```\n',
  '```json\n{"a": ',
  '```json schema R\n{"properties": {"a": {"type": ',
  '```mermaid\nstateDiagram-v2\n',
  '<!--',
  '-->',
  '](x)',
  '[a]: b\n',
  '## 2. Resources and their fields\n',
  '## 4. Endpoints\n',
  '### R\n',
  '### GET /x/{y}\n',
  '- Does: ',
  '- Who: ',
  '| Field | Type |\n|---|---|\n',
  '| … |\n',
  'not shown',
  'none',
  'any',
  '\n===\n',
  '\n---\n',
  'service: ',
  'there is R (',
  '\ud83d\ude42',
  '\ud800',
];

function realDocuments(): string[] {
  const found: string[] = [];
  for (const folder of ['examples', 'test/parts', 'test/catalogue', 'test/plan'])
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.md')) found.push(readFileSync(join(ROOT, folder, file), 'utf8'));
  return found;
}

export class Inputs {
  readonly #random: Random;
  readonly #lines: readonly (readonly string[])[];

  constructor(seed: number) {
    this.#random = new Random(seed);
    const odd = new OddDocuments(this.#random);
    const made = Array.from({ length: 100 }, () => odd.document());
    const all = [...realDocuments(), ...made, ...Object.values(hostileDocuments(1500))];
    this.#lines = all.map((text) => text.split('\n'));
  }

  next(): string {
    if (this.#below(20) === 0) return this.#noise();
    let text = this.#part(2 + this.#below(30)).join('\n');
    if (this.#below(3) === 0) text = `${this.#part(2 + this.#below(10)).join('\n')}\n${text}`;
    for (let i = this.#below(5); i > 0; i -= 1) text = this.#mutated(text);
    return text;
  }

  /** Some lines of a document, mostly behind the headings that they stand under. */
  #part(count: number): string[] {
    const lines = this.#lines[this.#below(this.#lines.length)]!;
    const from = this.#below(lines.length);
    const kept = lines.slice(from, from + count);
    if (this.#below(8) === 0) return kept;
    const before = lines.slice(0, from);
    const part = before.findLast((line) => line.startsWith('## '));
    const section = before.findLast((line) => /^##+ /.test(line));
    return [part, section === part ? undefined : section, ...kept].filter((line) => line !== undefined);
  }

  #mutated(text: string): string {
    const at = this.#below(text.length + 1);
    const end = Math.min(text.length, at + this.#below(1 + this.#below(80)));
    const piece = PIECES[this.#below(PIECES.length)]!;
    switch (this.#below(9)) {
      case 0:
        return text.slice(0, at) + text.slice(end);
      case 1:
        return text.slice(0, at) + piece + text.slice(at);
      case 2:
        return text.slice(0, at) + piece.repeat(this.#below(300)) + text.slice(at);
      case 3:
        return text.slice(0, at) + text.slice(at, end).repeat(1 + this.#below(30)) + text.slice(end);
      case 4:
        return text.slice(at) + text.slice(0, at);
      case 5: {
        const lines = text.split('\n');
        const [one, other] = [this.#below(lines.length), this.#below(lines.length)];
        [lines[one], lines[other]] = [lines[other]!, lines[one]!];
        return lines.join('\n');
      }
      case 6:
        return text.replaceAll('\n', ['\r\n', '\r', '\n  ', '\n> ', '\n- '][this.#below(5)]!);
      case 7: {
        const open = ['(', '[', '{', 'not (', 'array of ', '> ', '- '][this.#below(7)]!;
        return text.slice(0, at) + open.repeat(this.#below(500)) + text.slice(at);
      }
      default:
        return text.slice(0, at) + String.fromCharCode(this.#below(0x10000)) + text.slice(at + 1);
    }
  }

  #below(count: number): number {
    return this.#random.whole(0, count - 1);
  }

  #noise(): string {
    const isBytes = this.#below(2) === 0;
    return Array.from({ length: this.#below(400) }, () =>
      isBytes ? String.fromCharCode(this.#below(256)) : PIECES[this.#below(PIECES.length)]!,
    ).join('');
  }
}
