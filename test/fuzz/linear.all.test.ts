// Twice the document takes at most some 2.3 times the time, whatever it is made of: through reading, linking, checking, the
// marks that --fix writes and the questions of ask. Time is that of the thread, the least of several runs.

import { expect, it } from 'vitest';

import { hostileDocuments } from '../read/hostile.ts';
import { spentOn } from './judge.ts';

const SIZE = 30_000;
/** What takes less says nothing about growth. */
const LEAST = 50;
const MOST = 2.3;

function many(size: number, line: (i: number) => string): string {
  const lines: string[] = [];
  for (let length = 0, i = 0; length < size; i += 1) {
    lines.push(line(i));
    length += lines.at(-1)!.length + 1;
  }
  return lines.join('\n');
}

const TABLE = '# T\n\n## 2. Resources and their fields\n\n### R\n\n- Identified by: `f0`\n\n';

const FIELDS =
  '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| `id` | integer | yes | service: new id | any | none |\n';
const STATE = '| `s` | state | yes | service: state machine | any | none |';

function fieldRow(i: number): string {
  return `| \`f${i}\` | string | yes | caller | any | none |`;
}

/** One resource that is created, with more fields, operations and codes. */
function shop(fields: string, operations: string, codes: string): string {
  const create = '### POST /r\n\n- Does: creates R\n- Body: none\n';
  return `# T\n\n- Lists: complete unless marked\n\n## 2. Resources and their fields\n\n### R\n\n- Identified by: \`id\`\n\n${FIELDS}${fields}\n\n## 4. Endpoints\n\n${create.replace('none', codes === '' ? 'none' : 'R')}\n${operations}\n\n## 7. Errors\n\n| Code | Status | When | Message |\n|---|---|---|---|\n| \`bad\` | 422 | any field missing | No |\n${codes}\n`;
}

function documents(size: number): Readonly<Record<string, string>> {
  const lines = (line: (i: number) => string): string => many(size, line);
  return {
    ...hostileDocuments(size),
    'rows of a Field table': `${TABLE}| Field | Type | Required | Set by |\n|---|---|---|---|\n${lines((i) => `| \`f${i}\` | string | yes | caller |`)}`,
    'fields of a schema': `${TABLE}\`\`\`json schema R\n{"properties": {\n${lines((i) => `"f${i}": {"type": "string"},`)}\n"z": {}}}\n\`\`\`\n`,
    'an example with names of its own': `${TABLE}| Field |\n|---|\n| \`f0\` |\n\n\`\`\`json\n{"f0": 1,\n${lines((i) => `"x${i}": "y",`)}\n"z": 1}\n\`\`\`\n`,
    'resources that refer to what is not there': `# T\n\n## 2. Resources and their fields\n\n${lines((i) => `### Thing${i}\n\n| Field | Type |\n|---|---|\n| \`a\` | Thingy${i} by \`b\` |\n`)}`,
    'operations on what is not there': `# T\n\n## 4. Endpoints\n\n${lines((i) => `### GET /x${i}\n\n- Does: lists Thing${i}\n- Emits: \`e${i}\`\n`)}`,
    'events that name operations': `# T\n\n## 4. Endpoints\n\n### GET /x\n\n## 6. Events\n\n${lines((i) => `### kind${i}\n\n- When: \`POST /x${i}\`\n`)}`,
    headings: `# T\n\n## 2. Resources and their fields\n\n${lines((i) => `### R${i}`)}`,
    'fields that must be there': shop(lines(fieldRow), '', ''),
    'open codes of fields': shop(
      lines(fieldRow),
      '',
      lines((i) => `| \`c${i}\` | not shown | R.f${i} invalid | No |`),
    ),
    'operations and an event of each': `${shop(
      '',
      lines((i) => `### POST /r${i}\n\n- Does: creates R\n- Emits: \`e${i}\`\n`),
      '',
    )}\n\n## 6. Events\n\n${lines((i) => `### e${i}\n\n- Payload: R\n`)}`,
    'moves by operations of their own': `${shop(
      STATE,
      lines((i) => `### POST /r/{id}/m${i}\n\n- Does: moves R\n`),
      '',
    )}\n\n## 3. States and transitions\n\n### R.s\n\n| From | To | By |\n|---|---|---|\n${lines((i) => `| \`s${i}\` | \`s${i + 1}\` | \`POST /r/{id}/m${i}\` |`)}`,
    'reference links': `${TABLE}${lines((i) => `- See [a${i}]: x\n\n[a${i}]: /b`)}`,
  };
}

function least(source: string): number {
  let best = Infinity;
  for (let i = 0; i < 3; i += 1) {
    const before = process.threadCpuUsage();
    spentOn(source);
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const once = documents(SIZE);

it.each(Object.keys(once))('%s: twice as much, twice as long', (name) => {
  spentOn(once[name]!);
  // Others at work on the machine slow one of the two for a while: what grows too much does so at every size.
  let [small, one] = [once[name]!, least(once[name]!)];
  for (let size = 2 * SIZE; ; size *= 2) {
    const large = documents(size)[name]!;
    const two = least(large);
    const grown = (large.length / small.length / 2) * MOST;
    if (two <= LEAST || two / Math.max(one, LEAST / 2) < grown) return;
    if (size > 4 * SIZE)
      expect(two / one, `${small.length} characters: ${one} ms, twice: ${two} ms`).toBeLessThan(grown);
    [small, one] = [large, two];
  }
});
