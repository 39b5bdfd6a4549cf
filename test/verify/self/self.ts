// A document served as its operator would serve it, and the service held to that document: with what is assumed of it, with rows and keys where
// these are the operator's. Input: the name of an example, an engine, a seed. Output: the verdict.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { openStage, type Engine, type Stage } from '../../callers/stage.ts';
import { linked } from '../../../src/cli/documents.ts';
import { withRows } from '../../../src/cli/rows.ts';
import { schemesOf } from '../../../src/analysis/document/schemes.ts';
import { identityOf } from '../../../src/analysis/document/targets.ts';
import type { Model } from '../../../src/model/model.ts';
import { valueOf } from '../../../src/notation/slot.ts';
import { manualClock } from '../../../src/serve/clock.ts';
import { freshKey } from '../../../src/serve/keys.ts';
import { clockAt } from '../../../src/verify/clock/clock.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { verify, type VerifyOptions } from '../../../src/verify/verify.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'examples');

export interface Served {
  /** What it is held to. */
  readonly model: Model;
  /** The same with the operator's rows. */
  readonly served: Model;
}

/** An example with the assumptions and the rows that stand beside it. */
export function exampleOf(name: string): Served {
  const text = (file: string): { readonly file: string; readonly source: string } => ({
    file,
    source: readFileSync(join(FOLDER, file), 'utf8'),
  });
  const plain = basename(name, '.md');
  const assumed = [join('published', `${plain}.assumed.md`)].filter((file) => existsSync(join(FOLDER, file)));
  const rows = join(dirname(name), `${plain}.json`);
  const model = linked(text(name), assumed.map(text));
  if (!existsSync(join(FOLDER, rows))) return { model, served: model };
  const served = linked(text(name), assumed.map(text), (document, start) =>
    withRows(document, text(rows), start, new Map()),
  );
  return { model, served };
}

export type Options = Pick<VerifyOptions, 'seed' | 'requests' | 'time' | 'isLimited'> & {
  /** Its clock is moved by hand. */
  readonly isTimed?: boolean;
};

/** A store of its own for each run: the same seed makes the same calls. */
export async function held({ model, served }: Served, engine: Engine, options: Options): Promise<Verdict> {
  const { isTimed, ...others } = options;
  const kept = { keep: () => Promise.resolve(true) };
  const stage = await openStage(served, engine, {
    limits: 'enforce',
    relay: { allowed: { holds: (address) => address.startsWith('127.') }, secrets: () => [] },
    ...(isTimed && { clock: manualClock(Date.now(), kept) }),
  });
  try {
    const clock = isTimed ? await clockAt(new URL(stage.service.operatorUrl)) : undefined;
    const credentials = [...(await keysOf(stage)), ...(await appointed(stage, model))];
    return await verify(model, {
      url: new URL(stage.service.url),
      credentials,
      ...others,
      ...(clock && { clock }),
    });
  } finally {
    await stage.close();
  }
}

type Credential = NonNullable<VerifyOptions['credentials']>[number];

/** A key for nobody in particular, and one for each role, as `ninefold keys` makes them. */
async function keysOf({ plan, service }: Stage): Promise<Credential[]> {
  const made: Credential[] = [];
  for (const { scheme, makes, roles, holder } of plan.keys ?? [])
    for (const role of makes && !holder ? [undefined, ...roles] : []) {
      const { key, hash } = await freshKey(makes!);
      const name = role ?? 'verify';
      await asked(service, '/keys', { do: 'create', scheme, name, hash, ...(role !== undefined && { roles: [role] }) });
      const secret = makes === 'password' ? `${name}:${key}` : key;
      made.push({ scheme, secret, roles: role === undefined ? [] : [role], row: undefined });
    }
  return made;
}

/** Where the roles of callers are in a field that only the operator may set first: somebody of each role, by `ninefold row set`. */
async function appointed({ plan, service }: Stage, model: Model): Promise<Credential[]> {
  const made: Credential[] = [];
  for (const { scheme, resource, steps } of plan.callerTokens ?? []) {
    const field = roleField(model, scheme);
    if (!steps || resource === undefined || field === undefined) continue;
    // It has to be there first.
    await verify(model, { url: new URL(service.url), seed: 0, requests: 12 });
    const page = await service.rows.page(resource, { before: 'end', limit: 9 });
    const found = page.kind === 'read' ? [...page.value.rows] : [];
    const identity = identityOf(model.resources.get(resource)!);
    const places = identity.map((name) =>
      plan.rows!.find((one) => one.resource === resource)!.fields.findIndex((one) => one.name === name),
    );
    for (const role of rolesIn(model, `${resource}.${field}`)) {
      const row = found.pop();
      if (!row) return made;
      const id = places.map((place) => row.values[place]).map((value) => (value?.kind === 'value' ? value.text : ''));
      await asked(service, '/rows', { resource, id: id.length === 1 ? id[0] : id, set: { [field]: role } });
      const { header } = await asked(service, '/callers', { scheme, row: row.key });
      made.push({ scheme, secret: String(header).split(/[ ,]/).at(-1)!, roles: [role], row: undefined });
    }
  }
  return made;
}

async function asked({ operatorUrl }: Stage['service'], path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(new URL(path, operatorUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}

/** The field that says which roles a caller has, where callers do not send it themselves. */
function roleField(model: Model, scheme: string): string | undefined {
  const roles = valueOf(schemesOf(model).find(({ name }) => name.text === scheme)!.roles);
  return roles?.kind === 'field' ? roles.field.field.text : undefined;
}

function rolesIn(model: Model, name: string): readonly string[] {
  const field = model.fields.get(name)!;
  const type = valueOf(field.type);
  return type?.kind === 'one-of' && valueOf(field.setBy)?.kind === 'by operation'
    ? type.values.map(({ text }) => text)
    : [];
}

/** What it does otherwise, and what it made up, as lines. */
export function wrongIn({ findings, invented }: Verdict): readonly string[] {
  return [
    ...findings.map(
      ({ class: kind, operation, expected, got }) => `${kind} ${operation}: expected ${expected}; got ${got}`,
    ),
    ...invented.map(({ what, name, at }) => `invented ${what} ${name} in ${at}`),
  ];
}
