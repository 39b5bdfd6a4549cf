// The judge of a table of who may do what. Input: the table, a service. Output: what is different, in words. It knows what is written in
// the table, and nothing of how Ninefold decides.

import { createHash } from 'node:crypto';
import { KeptConnections } from '../laws/kept-connection.ts';
import type { Answered } from '../laws/answered.ts';
import type { Stage } from './stage.ts';
import type { Asked, Caller, Cell, Table } from './table.ts';

export class World {
  readonly #stage: Stage;
  readonly #table: Table;
  readonly #connections = new KeptConnections();
  /** By the name of a row: what identifies it. */
  readonly ids: Map<string, string> = new Map();
  readonly tokens: Map<string, string> = new Map();
  /** What stands in a row and nowhere else. */
  readonly marks: Map<string, string> = new Map();
  #kept = '';

  constructor(stage: Stage, table: Table) {
    this.#stage = stage;
    this.#table = table;
  }

  /** Makes the rows. */
  async make(): Promise<void> {
    for (const { row, by, asked } of this.#table.rows) {
      const answer = await this.#send(asked, by);
      if (answer.status >= 300)
        throw new Error(`${asked.method} ${asked.path} by ${by}: ${answer.status} ${answer.text}`);
      if (row === '') continue;
      this.marks.set(`mark-${row}`, row);
      this.#remember(row, answer);
    }
    await this.#stage.lay();
    this.#kept = await this.#stage.kept();
  }

  #remember(row: string, { text, headers }: Answered): void {
    const answer = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const cookie = headers.find(([name]) => name === 'set-cookie')?.[1];
    const shown = (answer['user'] ?? unwrapped(answer)) as Record<string, unknown>;
    const token = answer['token'] ?? shown['token'] ?? /^[^=]+=([^;]+)/.exec(cookie ?? '')?.[1];
    if (typeof token === 'string') this.tokens.set(row, token);
    const id = identityOf(shown);
    if (id === undefined) return;
    this.ids.set(row, id);
    if (/^[\da-f-]{36}$/.test(id)) this.marks.set(id, row);
  }

  filled(text: string): string {
    return text
      .replace(/\{token (\w+)\}/g, (_, row: string) => this.tokens.get(row)!)
      .replace(/\{base64 ([^}]+)\}/g, (_, plain: string) => Buffer.from(plain).toString('base64'))
      .replace(/\{sha256 ([^}]+)\}/g, (_, plain: string) => createHash('sha256').update(plain).digest('base64url'))
      .replace(/\{(\w+)\}/g, (_, row: string) => this.ids.get(row) ?? `{${row}}`);
  }

  async #send({ method, path, body }: Asked, by: string): Promise<Answered> {
    const sends = by === 'operator' ? '' : this.filled(this.#table.callers.get(by)!.sends);
    const [name = '', value = ''] =
      sends === '' ? [] : [sends.slice(0, sends.indexOf(':')), sends.slice(sends.indexOf(':') + 2)];
    const { url, operatorUrl } = this.#stage.service;
    return this.#connections.send(by === 'operator' ? operatorUrl : url, {
      method,
      path: this.filled(path),
      headers: {
        ...(name !== '' && { [name]: value }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: this.filled(body) }),
    });
  }

  /** What is wrong with the answers to a cell; the rows are as before behind it. */
  async judge(cell: Cell): Promise<readonly string[]> {
    const { caller, asked, behind, expected } = cell;
    const wrong: string[] = [];
    const answer = await this.#send(asked, caller);
    if (answer.status !== expected.status) wrong.push(`${answer.status} instead of ${expected.status}: ${answer.text}`);
    wrong.push(...this.#told(answer, caller));
    for (const member of expected.withMembers) if (!has(answer, member)) wrong.push(`${member} is not shown`);
    for (const member of expected.withoutMembers)
      if (has(answer, member)) wrong.push(`${member} is shown: ${answer.text}`);
    const kept = await this.#stage.kept();
    const isRead = asked.method === 'GET' || asked.method === 'HEAD';
    if (kept !== this.#kept && (isRead || expected.status >= 300)) wrong.push('something was changed');
    if (behind !== undefined) {
      const seen = await this.#send(behind.asked, behind.by);
      wrong.push(...this.#told(seen, behind.by));
      const due = expected.thenStatus ?? 200;
      if (seen.status !== due) wrong.push(`then ${seen.status} instead of ${due}`);
      wrong.push(...(expected.rows === undefined ? [] : this.#listed(seen, expected.rows)));
    } else if (expected.rows !== undefined) {
      wrong.push(...this.#listed(answer, expected.rows));
      if (wrong.length === 0 && isRead) wrong.push(...(await this.#pages(cell, expected.rows, answer)));
    }
    if (kept !== this.#kept) {
      await this.#stage.back();
      if ((await this.#stage.kept()) !== this.#kept) throw new Error('the rows are not as they were laid');
    }
    return wrong.map((one) => `${caller} ${asked.method} ${asked.path} ${asked.body ?? ''}: ${one}`);
  }

  /** No mark of a row that the caller may not see. */
  #told({ text, headers }: Answered, by: string): readonly string[] {
    return this.told(text + JSON.stringify(headers), by);
  }

  told(text: string, by: string): readonly string[] {
    const caller: Caller = this.#table.callers.get(by)!;
    return [...this.marks].flatMap(([mark, row]) =>
      text.includes(mark) && !caller.sees.has(row) ? [`${by} is told of ${row}: ${text}`] : [],
    );
  }

  #listed({ text }: Answered, rows: readonly string[]): readonly string[] {
    const { names, total } = this.#list(text);
    const wrong =
      names.join(' ') === rows.join(' ') ? [] : [`${names.join(' ') || 'none'} instead of ${rows.join(' ')}`];
    if (total !== undefined && total !== rows.length) wrong.push(`counts ${total}`);
    return wrong;
  }

  #list(text: string): { readonly names: readonly string[]; readonly total: number | undefined } {
    const answer = (text === '' ? [] : JSON.parse(text)) as Record<string, unknown> | unknown[];
    const list = Array.isArray(answer) ? answer : Object.values(answer).find((one) => Array.isArray(one));
    const items = (list ?? []) as readonly unknown[];
    const total = Array.isArray(answer) ? undefined : (answer['total'] ?? answer['articlesCount']);
    return { names: items.map((item) => this.#nameOf(item)), total: total as number | undefined };
  }

  /** By what identifies it, of the rows that have members like these; a value is its own identity. */
  #nameOf(item: unknown): string {
    const id = typeof item === 'object' && item !== null ? identityOf(item as Record<string, unknown>) : String(item);
    const marked = [...this.marks].find(([mark]) => JSON.stringify(item).includes(`"${mark}`));
    const own = typeof item === 'object' && item !== null ? ownMark(item as Record<string, unknown>) : undefined;
    const named = own === undefined ? marked?.[1] : this.marks.get(own);
    const found = [...this.ids].filter(([, one]) => one === id).map(([row]) => row);
    if (found.length === 1) return found[0]!;
    return (
      found.find((row) => row === named) ??
      found.find((row) => this.#fits(row, item)) ??
      `unknown ${JSON.stringify(item)}`
    );
  }

  /** Of rows of several resources with one number the one that was made where such rows are listed. */
  #fits(row: string, item: unknown): boolean {
    const made = this.#table.rows.find((one) => one.row === row)!;
    const members = Object.keys(JSON.parse(made.asked.body ?? '{}') as object);
    return members.length > 0 && members.every((member) => Object.hasOwn(item as object, member));
  }

  /** Where a list comes in pages, one after the other says the same. */
  async #pages({ caller, asked }: Cell, rows: readonly string[], { text }: Answered): Promise<readonly string[]> {
    const wrong: string[] = [];
    // What is not counted has no pages.
    if (this.#list(text).total === undefined) return wrong;
    const mark = asked.path.includes('?') ? '&' : '?';
    for (let place = 0; place <= rows.length; place += 1) {
      const offset = await this.#send({ ...asked, path: `${asked.path}${mark}offset=${place}&limit=1` }, caller);
      const page =
        offset.status === 200
          ? offset
          : await this.#send({ ...asked, path: `${asked.path}${mark}page=${place + 1}&size=1` }, caller);
      // It has no pages.
      if (page.status !== 200) return wrong;
      this.pages += 1;
      const { names, total } = this.#list(page.text);
      if (names.join() !== (rows[place] ?? '')) wrong.push(`row ${place} is ${names.join() || 'none'}`);
      if (total !== this.#list(text).total) wrong.push(`page ${place} counts ${total}`);
      wrong.push(...this.#told(page, caller));
    }
    return wrong;
  }

  async isAsLaid(): Promise<boolean> {
    return (await this.#stage.kept()) === this.#kept;
  }

  /** How many were looked at. */
  pages = 0;

  close(): void {
    this.#connections.end();
  }
}

function identityOf(row: Record<string, unknown>): string | undefined {
  const key = ['id', 'number', 'code', 'slug', 'name', 'username'].find((one) => row[one] !== undefined);
  return key === undefined ? undefined : String(row[key]);
}

/** Of an answer that is one object under a name, such as `{"article": {…}}`, that object. */
function unwrapped(answer: Record<string, unknown>): unknown {
  const [inner, ...others] = Object.values(answer);
  const isWrapped = others.length === 0 && typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  return isWrapped ? inner : answer;
}

function ownMark(row: Record<string, unknown>): string | undefined {
  return ['title', 'text', 'name', 'email'].map((one) => row[one]).find((one) => typeof one === 'string') as
    | string
    | undefined;
}

function has({ text }: Answered, member: string): boolean {
  const shown = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return (shown[member] ?? null) !== null;
}
