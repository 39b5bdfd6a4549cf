// Which members of a body lead to no row, where one field keeps all of them. Input: failures, what is bound, and questions that the store
// answers of some of the members. Output: in the place of the failure of that field one for each such member; the same where none is found.
// Notation, part 4, "Members that a field keeps".

import type { MembersPlace } from '../plan/output.ts';
import type { Bindings, Program, Result } from '../store/store.ts';
import type { Compiled } from './compiled.ts';
import { MOST_FAILURES, type Failure } from './findings.ts';
import { JsonWalk } from './json-walk.ts';

type Unavailable = Extract<Result, { kind: 'unavailable' }>;

/** So many questions are asked for one request; a body may have thousands of members. */
const MOST_ASKED = 200;

interface Member {
  readonly name: string;
  /** As JSON has it: `"name":value`. */
  readonly text: string;
}

/** `collect`: each of them is reported, else the first. */
export function atMembers(
  { references, collect }: Pick<Compiled, 'references' | 'collect'>,
  failures: readonly Failure[],
  bindings: Bindings,
): readonly Failure[] | Promise<readonly Failure[] | Unavailable> {
  if (failures.every(({ members }) => members === undefined)) return failures;
  return (async () => {
    const all: Failure[] = [];
    for (const { members: place, ...failure } of failures) {
      const probe = place && references.find(({ cause }) => cause === place.asked);
      const found = probe ? await astray(probe.program, place!, bindings, collect ? MOST_FAILURES : 1) : [];
      if ('kind' in found) return found;
      all.push(...(found.length === 0 ? [failure] : found.map(({ name }) => atMember(failure, place!, name))));
    }
    return all;
  })();
}

function atMember(failure: Failure, { path, names }: MembersPlace, name: string): Failure {
  return { ...failure, field: [name, ...names].join('.'), path: [...path, name, ...names] };
}

/** Halves that lead somewhere are passed over as a whole; what is in front is asked first. */
async function astray(
  program: Program,
  { parameter }: MembersPlace,
  bindings: Bindings,
  most: number,
): Promise<readonly Member[] | Unavailable> {
  const found: Member[] = [];
  const open = [membersIn(bindings[parameter])];
  for (let asked = 0; asked < MOST_ASKED && found.length < most; asked += 1) {
    const some = open.pop();
    if (some === undefined || some.length === 0) break;
    const text = `{${some.map((one) => one.text).join(',')}}`;
    const result = await program.run({ ...bindings, [parameter]: text });
    if (result.kind === 'unavailable') return result;
    if (result.kind !== 'refused') continue;
    if (some.length === 1) found.push(some[0]!);
    else open.push(some.slice(some.length >> 1), some.slice(0, some.length >> 1));
  }
  return found;
}

function membersIn(kept: unknown): readonly Member[] {
  if (typeof kept !== 'string') return [];
  const walk = new JsonWalk(kept);
  const found: Member[] = [];
  walk.items(() => {
    const name = walk.name();
    const value = walk.written(() => skip(walk));
    found.push({ name: JSON.parse(name) as string, text: `${name}:${value}` });
  });
  return found;
}

/** Behind the next value. */
function skip(walk: JsonWalk): void {
  const sign = walk.sign();
  if (sign !== '[' && sign !== '{') walk.scalar();
  else
    walk.items(() => {
      if (sign === '{') walk.name();
      skip(walk);
    });
}
