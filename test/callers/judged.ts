// Whether an attack was fended off. Input: a stage, a world whose rows are laid, an attack. Output: what is wrong, in words.

import type { Attack } from './attacks.ts';
import { protectedOf } from './attacks.ts';
import type { Known } from './documents.ts';
import type { World } from './oracle.ts';
import type { Stage } from './stage.ts';
import type { Cell } from './table.ts';
import { type Request, sendBytes } from './wire.ts';

export async function againstAttack(
  stage: Stage,
  world: World,
  { what, by, request, mayBeMet = false, like }: Attack,
  heard: string[],
): Promise<readonly string[]> {
  const due = like === undefined ? undefined : await keptBehind(stage, like);
  const { status, all } = await sendBytes(stage.service.url, request);
  heard.push(all);
  const wrong: string[] = [];
  const isMet = status >= 200 && status < 400;
  if (due === undefined) {
    if (status === 0 || status >= 500 || (isMet && !mayBeMet)) wrong.push(`${status}`);
  } else if (!isMet || withoutSalts(await stage.kept()) !== due)
    wrong.push(`${status}, and not what is kept without it`);
  // A caller who is not signed in sees nothing but what is open.
  wrong.push(...world.told(all, by));
  if (!(await world.isAsLaid())) {
    if (due === undefined) wrong.push('something was changed');
    await stage.back();
  }
  return wrong.map(
    (one) =>
      `${by}, ${what}: ${request.method} ${request.target.slice(0, 100)} ${(request.body ?? '').slice(0, 100)}: ${one}`,
  );
}

/** What is kept behind a request; the rows are as they were laid again. */
async function keptBehind(stage: Stage, request: Request): Promise<string> {
  const { status, all } = await sendBytes(stage.service.url, request);
  if (status >= 300) throw new Error(`${request.method} ${request.target}: ${all}`);
  const kept = withoutSalts(await stage.kept());
  await stage.back();
  return kept;
}

/** A secret is hashed with another salt each time. */
function withoutSalts(kept: string): string {
  return kept.replaceAll(/\$scrypt\$[^"]+/g, '$scrypt$');
}

/** Credentials that a cell revokes, at every door that they opened before. */
export async function replays(
  stage: Stage,
  world: World,
  known: Known,
  { caller, asked, behind }: Cell,
  heard: string[],
): Promise<{ readonly wrong: readonly string[]; readonly count: number }> {
  const sends = (name: string): readonly string[] => [world.filled(known.table.callers.get(name)!.sends)];
  const body = (text: string | undefined): string | undefined => (text === undefined ? undefined : world.filled(text));
  const { url } = stage.service;
  await sendBytes(url, {
    method: asked.method,
    target: world.filled(asked.path),
    headers: sends(caller),
    body: body(asked.body),
  });
  const wrong: string[] = [];
  const doors = protectedOf(known);
  for (const door of doors) {
    const request = { method: door.asked.method, target: world.filled(door.asked.path), body: body(door.asked.body) };
    const { status, all } = await sendBytes(url, { ...request, headers: sends(behind!.by) });
    heard.push(all);
    if (status !== 401)
      wrong.push(`behind ${caller} ${asked.method} ${asked.path}: ${request.method} ${request.target}: ${status}`);
  }
  await stage.back();
  return { wrong, count: doors.length };
}

/** All that lets somebody in, as it is sent and as it is meant. */
export function credentialsOf({ table }: Known, world: World): readonly string[] {
  const sent = [...table.callers.values()].flatMap(({ name, sends }) => {
    if (sends === '' || name.startsWith('wrong') || name.startsWith('no')) return [];
    const secret = world.filled(sends).replace(/^[^:]+: (?:Bearer |Basic |Token |\w+=|)/, '');
    return [secret];
  });
  const passwords = table.rows.flatMap(({ asked }) => /"(?:pin|password)":"([^"]+)"/.exec(asked.body ?? '')?.[1] ?? []);
  return [...new Set([...sent, ...passwords])];
}
