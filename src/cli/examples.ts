// The examples that come with the program. Input: its `examples` folder. Output: their names, their titles and their texts.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

export interface Example {
  readonly name: string;
  /** Its title, and what part 1 says first. */
  readonly what: string;
  readonly text: string;
}

const directory = join(import.meta.dirname, '..', '..', 'examples');

/** Their folder as it is named from another one. */
export function examplesFrom(from: string): string {
  return relative(from, directory) || '.';
}

export function examplesThere(): readonly Example[] {
  const names = readdirSync(directory).filter((file) => file.endsWith('.md'));
  return names.toSorted().map((file) => {
    const text = readFileSync(join(directory, file), 'utf8');
    return { name: basename(file, '.md'), what: whatOf(text), text };
  });
}

function whatOf(text: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1]?.trim() ?? '';
  const [, purpose = ''] = /^## 1\. .*\n+([^#|\n-][^\n]*(?:\n[^#|\n-][^\n]*)*)/m.exec(text) ?? [];
  const first = /^.*?[.!?](?=\s|$)/s.exec(purpose)?.[0] ?? purpose;
  return [title, first.replaceAll(/\s+/g, ' ')].filter((part) => part !== '').join(': ');
}

/** For the help of `new`. */
export function examplesHelp(): string {
  const examples = examplesThere();
  const width = Math.max(...examples.map(({ name }) => name.length));
  return `What --from may name:\n${examples.map(({ name, what }) => `  ${name.padEnd(width)}  ${what}`).join('\n')}`;
}
