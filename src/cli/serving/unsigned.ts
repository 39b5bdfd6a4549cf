// What a first start lacks where the service signs tokens: a key. Input: the plan, the file of the keys. Output: a line for each scheme that
// has none, with the command that makes one. Decision 0038.

import type { SigningPlan } from '../../plan/credentials.ts';
import type { Plan } from '../../plan/plan.ts';
import { keysIn, signing, type SigningKey } from '../../serve/signing-keys.ts';

export interface KeysPlace {
  readonly keysFile: string;
  /** As it was set; undefined where it is beside the document. */
  readonly setting: string | undefined;
}

export function withoutKey({ signs = [], keys = [] }: Plan, file: string, place: KeysPlace): readonly string[] {
  if (signs.length === 0) return [];
  const there = keysThere(place.keysFile);
  if (typeof there === 'string') return [`tokens cannot be signed: ${there}`];
  const isNamed = signs.length > 1 || keys.some(({ makes }) => makes !== undefined);
  return signs
    .filter(({ scheme, algorithm }) => !signing(there, scheme, algorithm))
    .map((one) =>
      one.shared
        ? `no secret verifies requests of ${one.scheme} yet: \`${command(one, file, place, isNamed)}\` takes or makes one`
        : `no key signs tokens of ${one.scheme} yet: \`${command(one, file, place, isNamed)}\` makes one`,
    );
}

function command({ scheme }: SigningPlan, file: string, { setting }: KeysPlace, isNamed: boolean): string {
  const flags = [
    ...(isNamed ? [`--scheme ${scheme}`] : []),
    ...(setting === undefined ? [] : [`--signing-keys ${setting}`]),
  ];
  return ['ninefold keys create', file, 'main', ...flags].join(' ');
}

/** A text: why they cannot be read. */
function keysThere(file: string): readonly SigningKey[] | string {
  try {
    return keysIn(file);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : (error as Error).message;
  }
}
