// Who calls, and what is asked of them, before the effect. Input: the steps that find it, a request with its credentials. Output: what was found.
// The caller's key alone is known for a few seconds without asking again. Notation, part 8; decision 0072.

import { CLAIMED } from '../../plan/credentials.ts';
import type { Step } from '../../plan/steps.ts';
import type { Bindings, Result } from '../../store/store.ts';
import { instantText } from '../clock.ts';
import type { Compiled } from '../compiled.ts';
import type { Request } from '../phases/phase.ts';
import { instantOf } from '../up-to-date.ts';

export type Looked = { readonly found: Bindings } | { readonly unavailable: string };

/** Bound as what tells callers apart, where the credentials are somebody's. */
export const CALLER = 'rate.caller';

/** Milliseconds, and callers, for which the key is known without asking. */
const KNOWN_FOR = 5000;
const MOST_KNOWN = 10_000;
/** Characters: credentials are digests, and what a token claims is mostly short. */
const LONGEST = 500;

const NOBODY: Looked = { found: {} };

/** What calls are counted by, of who makes them. */
export interface CallerBindings {
  /** What tells callers apart. */
  readonly names: readonly string[];
  /** Keys of their rows. */
  readonly rows: readonly string[];
}

export function compileLook(
  compiled: Compiled,
  steps: readonly Step[],
  { names: by, rows }: CallerBindings,
): (request: Request) => Looked | Promise<Looked> {
  const program = compiled.context.store.prepare(steps);
  const names = compiled.run.credentials ? credentialsOf(compiled) : [];
  // What is asked of the caller or of a row is always read anew.
  const isOfCallerAlone = steps.length === 1;
  const known = new Map<string, Known>();
  return (request) => {
    const { bindings } = request.findings;
    const isSent = (bindings['caller.scheme'] ?? null) !== null;
    if (isOfCallerAlone && !isSent) return NOBODY;
    const sent = isOfCallerAlone ? textOf(names, bindings) : undefined;
    const before = sent === undefined ? undefined : known.get(sent);
    if (before !== undefined && before.until > performance.now()) return before;
    const looked = (result: Result): Looked => {
      if (result.kind === 'unavailable') return { unavailable: result.reason };
      // Nobody's credentials: the effect refuses them.
      if (result.kind !== 'done') return NOBODY;
      const found = { ...result.bound, ...(isSent && { [CALLER]: textOf(by, { ...bindings, ...result.bound }) }) };
      if (sent !== undefined && sent.length <= LONGEST) keep(known, sent, picked(found, [CALLER, ...rows]));
      return { found };
    };
    const result = program.run({ ...bindings, now: instantText(instantOf(request.compiled, request.findings)) });
    return result instanceof Promise ? result.then(looked) : looked(result);
  };
}

interface Known {
  readonly found: Bindings;
  readonly until: number;
}

function picked(found: Bindings, names: readonly string[]): Bindings {
  return Object.fromEntries(names.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]]])));
}

function keep(known: Map<string, Known>, sent: string, found: Bindings): void {
  known.delete(sent);
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
  known.set(sent, { found, until: performance.now() + KNOWN_FOR });
}

/** The bindings that hold what a request brings of its caller. */
function credentialsOf({ context: { plan } }: Compiled): readonly string[] {
  const { schemes = [] } = plan;
  const claimed = schemes.flatMap(({ signed }) => (signed?.row ? [signed.row.parameter] : []));
  const others = schemes.some(({ signed, signature, kept }) => signed ?? signature ?? kept);
  return [
    'caller.scheme',
    'caller.credential',
    ...(others ? ['caller.name', ...Object.values(CLAIMED), ...claimed] : []),
  ];
}

function textOf(names: readonly string[], bindings: Bindings): string {
  let text = '';
  for (const name of names) {
    const value = bindings[name] ?? '';
    text += `${typeof value === 'string' ? value.length : ''} ${String(value)}\0`;
  }
  return text;
}
