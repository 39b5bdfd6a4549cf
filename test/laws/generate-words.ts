// What operations of a generated document may have beside their effect: headers that are asked for and repeated, tags and preconditions,
// keys of calls that come again, pages by cursors. Input: a source of chance of its own. Output: what an operation has, and its blocks.

import type { Block, Cell, Mark, Row } from './draft.ts';
import type { Known } from './requests.ts';
import type { Random } from './random.ts';
import type { Doing, OperationWorld, ResourceWorld } from './world.ts';

export interface Words {
  /** A header `X-Level`, a whole number; `echoed`: each answer repeats it. */
  readonly level?: { readonly required: boolean; readonly echoed: boolean };
  /** It shows the tag of the row. */
  readonly tagged: boolean;
  readonly condition?: 'If-Match' | 'If-None-Match';
  readonly isAsked: boolean;
  /** `Repeat: key`. */
  readonly keyed: boolean;
  readonly cursor: boolean;
  /** `Location` without a value. */
  readonly located: boolean;
  /** A page tells of the next one by `Link`. */
  readonly linked: boolean;
  /** Headers in names `X-Trace`; `echoed`: each answer repeats it. */
  readonly trace?: { readonly required: boolean; readonly echoed: boolean };
}

export const PLAIN: Words = {
  tagged: false,
  isAsked: false,
  keyed: false,
  cursor: false,
  located: false,
  linked: false,
};

const GUARDED: ReadonlySet<Doing> = new Set(['update', 'merge', 'replace', 'delete']);

export function wordsOf(random: Random, doing: Doing, resource: ResourceWorld, isTagged: boolean): Words {
  const read = doing === 'read' && isTagged;
  const guarded = GUARDED.has(doing) && isTagged && random.chance(0.6);
  const level = random.chance(0.3) ? { required: random.chance(0.5), echoed: random.chance(0.6) } : undefined;
  return {
    ...(level && { level }),
    tagged: read,
    ...(guarded && { condition: 'If-Match' as const }),
    ...(read && random.chance(0.7) && { condition: 'If-None-Match' as const }),
    isAsked: guarded && random.chance(0.5),
    keyed: doing === 'create' && random.chance(0.5),
    cursor: doing === 'list' && random.chance(0.6),
    located: doing === 'create' && resource.isRead && random.chance(0.4),
    linked: doing === 'list' && random.chance(0.5),
    ...(random.chance(0.25) && { trace: { required: random.chance(0.3), echoed: random.chance(0.6) } }),
  };
}

function bullet(key: string, name: string, text: string, marks: readonly Mark[]): Block {
  return { kind: 'bullet', key, name, text, marks };
}

export function wordBullets(key: string, { words, more }: OperationWorld): Block[] {
  const { level, trace } = words;
  const echoed = [
    ...(level?.echoed ? ['`X-Level: <header X-Level>`'] : []),
    ...(trace?.echoed ? ['`X-Trace: <header X-Trace>`'] : []),
    ...(more.named.includes('header') ? ['`X-Request: <request id>`'] : []),
  ];
  return [
    ...(trace
      ? [bullet(`${key}/headers-in`, 'Headers in', `\`X-Trace\` ${trace.required ? 'required' : 'optional'}`, [])]
      : []),
    ...(echoed.length > 0 ? [bullet(`${key}/headers`, 'Headers', echoed.join(', '), ['not shown'])] : []),
  ];
}

/** Of an operation that reads or changes one row. */
export function preconditionsOf({ words }: OperationWorld): string {
  return words.condition ? `\`${words.condition}\` ${words.isAsked ? 'required' : 'optional'} on \`ETag\`` : 'none';
}

const row = (key: string, cells: readonly (readonly [fact: string, text: string, marks: readonly Mark[]])[]): Row => ({
  key,
  marks: [],
  cells: cells.map(([fact, text, marks]): Cell => ({ key: `${key}/${fact}`, text, marks })),
});

function table(key: string, heads: readonly string[], rows: readonly Row[], marks: readonly Mark[]): Block {
  return { kind: 'table', key, marks, heads: heads.map((name) => ({ name, key: `${key}/${name}`, marks: [] })), rows };
}

export function wordTables(key: string, { words }: OperationWorld): Block[] {
  const tables: Block[] = [];
  if (words.level) {
    const cells = row(`${key}/header.X-Level`, [
      ['name', '`X-Level`', []],
      ['type', 'integer', ['not shown']],
      ['required', words.level.required ? 'yes' : 'no', ['not shown']],
      ['default', 'none', ['not shown']],
      ['allowed-values', 'any', ['not shown']],
      ['selects', 'none', ['not shown']],
    ]);
    const heads = ['Header', 'Type', 'Required', 'Default', 'Allowed values', 'Selects'];
    tables.push(table(`${key}/header`, heads, [cells], []));
  }
  if (words.keyed) {
    const rules: readonly (readonly [string, string])[] = [
      ['Header', '`Key` optional'],
      ['Applies to', 'POST'],
      ['Scope', 'operation'],
      ['Kept for', '1 day'],
      ['Same body', 'the first answer'],
      ['Other body', '`other_body`'],
      ['Still running', '`running`'],
      ['Kept answers', 'any 2xx'],
      ['Marked by', '`X-Again: yes`'],
    ];
    const rows = rules.map(([name, text]) =>
      row(`${key}/repeat.${name}`, [
        ['name', name, []],
        ['statement', text, ['not shown']],
      ]),
    );
    tables.push(table(`${key}/repeat-table`, ['Repeat', 'Statement'], rows, []));
  }
  return tables;
}

/** Without a value. */
export function wordHeaders({ words, pages, more }: OperationWorld): readonly string[] {
  const isPaged = words.cursor || pages;
  return [
    ...(words.tagged ? ['`ETag`'] : []),
    ...(words.located ? ['`Location`'] : []),
    ...(words.linked && isPaged ? ['`Link`'] : []),
    ...(more.named.includes('own header') ? ['`X-Answer: by <request id>`'] : []),
  ];
}

export interface WordCode {
  readonly code: string;
  readonly status: number;
  readonly when: string;
  /** The document names it elsewhere. */
  readonly named: boolean;
}

export function wordCodes(operations: readonly OperationWorld[]): readonly WordCode[] {
  const some = (fits: (words: Words) => boolean): boolean => operations.some(({ words }) => fits(words));
  const codes: WordCode[] = [];
  const add = (code: string, status: number, when: string, named = false): void =>
    void codes.push({ code, status, when, named });
  if (some(({ level, condition, keyed }) => level !== undefined || condition !== undefined || keyed))
    add('bad_header', 400, 'invalid header');
  if (some(({ level }) => level?.required === true)) add('no_header', 400, 'header `X-Level` missing');
  if (some(({ trace }) => trace?.required === true)) add('no_trace', 400, 'header `X-Trace` missing');
  if (some(({ condition }) => condition === 'If-Match')) add('changed', 412, 'precondition failed');
  if (some(({ isAsked }) => isAsked)) add('unguarded', 428, 'precondition required');
  if (some(({ keyed }) => keyed)) {
    add('other_body', 422, 'none', true);
    add('running', 409, 'none', true);
  }
  return codes;
}

/** Headers with which nothing is wrong; `*`: of any row that is there. */
export function fittingHeaders({ words }: OperationWorld): Record<string, string> {
  return {
    ...(words.level && { 'x-level': '2' }),
    ...(words.trace && { 'x-trace': 't1' }),
    ...(words.condition === 'If-Match' && { 'if-match': '*' }),
  };
}

/** Headers of which one is wrong each; undefined takes one away. */
export function wrongHeaders({ words }: OperationWorld): readonly Readonly<Record<string, string | undefined>>[] {
  return [
    ...(words.level ? [{ 'x-level': 'x' }, { 'x-level': undefined }] : []),
    ...(words.trace ? [{ 'x-trace': undefined }] : []),
    ...(words.condition ? [{ [words.condition.toLowerCase()]: 'x' }, { 'if-match': '"nothing"' }] : []),
    ...(words.isAsked ? [{ 'if-match': undefined }] : []),
    ...(words.keyed ? [{ key: ' ' }] : []),
  ];
}

/** The tag or the cursor that an answer gave, by what it is learned under. */
export const tagOf = ({ name }: ResourceWorld): string => `tag of ${name}`;
export const cursorOf = ({ path }: OperationWorld): string => `cursor of ${path}`;

export function wordsSent(random: Random, of: OperationWorld, known: Known): Record<string, string | Known> {
  const { level, condition, keyed, isAsked, trace } = of.words;
  const sent: Record<string, string | Known> = {};
  if (level && random.chance(level.required ? 0.85 : 0.6))
    sent['x-level'] = random.weighted([
      [6, '2'],
      [1, '40'],
      [1, 'x'],
    ]);
  if (trace && random.chance(trace.required ? 0.85 : 0.6)) sent['x-trace'] = random.pick(['t1', 'a b', 'x,y']);
  if (condition && random.chance(isAsked ? 0.85 : 0.6))
    sent[condition.toLowerCase()] = random.weighted<string | Known>([
      [5, known],
      [2, '*'],
      [2, '"nothing"'],
    ]);
  if (keyed && random.chance(0.6)) sent['key'] = `k${random.whole(1, 2)}`;
  return sent;
}
