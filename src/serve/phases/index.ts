// The phases of a request, in the order in which they run; docs/lifecycle.md is drawn from them, and a test holds the two together.
// A phase that is new has a file beside these and a line here.

import { absent, path } from './path.ts';
import { accept } from './accept.ts';
import { body } from './body.ts';
import { credentials } from './credentials.ts';
import { cursor, page } from './cursor.ts';
import { clock, due } from './due.ts';
import { answer, effect } from './effect.ts';
import type { Described, Phase } from './phase.ts';
import { head } from './head.ts';
import { headers, query } from './query.ts';
import { rates, ratesOfCallers, ratesOfSent } from './rates.ts';
import { read } from './read.ts';
import { first, references, refused } from './refused.ts';
import { repeat } from './repeat.ts';
import { rules } from './rules.ts';
import { secrets } from './secrets.ts';
import { sign, signer } from './sign.ts';
import { stream } from './stream.ts';
import { tags } from './tags.ts';
import { type } from './type.ts';
import { verify } from './verify.ts';
import { callersVersion, version } from './version.ts';

export const PHASES: readonly Phase[] = [
  version,
  head,
  rates,
  accept,
  credentials,
  callersVersion,
  ratesOfCallers,
  path,
  absent,
  query,
  headers,
  tags,
  page,
  type,
  read,
  body,
  clock,
  rules,
  ratesOfSent,
  repeat,
  verify,
  secrets,
  due,
  first,
  references,
  refused,
  signer,
  cursor,
  effect,
  sign,
  stream,
  answer,
];

/** What comes first, before the operation is known. */
const BEFORE: readonly Described[] = [
  { name: 'parse', does: 'Request line, headers and their bounds', exits: ['floor: 400, 408, 414, 417, 431, 505'] },
  {
    name: 'route',
    does: 'Path and method',
    exits: ['no such path', 'method not allowed', 'gap: open list', 'held operation'],
  },
];

/** What docs/lifecycle.md shows: each phase, and before it the checks that are made within it. */
export const LIFECYCLE: readonly Described[] = [
  ...BEFORE,
  ...PHASES.flatMap((phase): readonly Described[] => [...(phase.within ?? []), phase]),
];
