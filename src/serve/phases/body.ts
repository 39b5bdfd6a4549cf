// Phase `body`: octets to JSON, and fields by their rules. What fails is kept for the phase `rules`, which decides. Notation, part 4,
// table Body; docs/http-floor.md says which bodies are read.

import { hasBody, NO_BODY_TAKEN, parseBody, saysNothing } from '../body.ts';
import type { Compiled } from '../compiled.ts';
import { fits, type DecodeFields } from '../fields.ts';
import type { Phase, Request, Run } from './phase.ts';

export const body: Phase = {
  name: 'body',
  check: 'body',
  does: 'JSON, and fields by their rules; what fails is kept for the phase rules',
  exits: [],
  compile: ({ readFields, refusesBody, context }) => {
    if (readFields !== undefined) return decode(readFields, context);
    return refusesBody ? refuseWords : undefined;
  },
};

/** Where the document states that there is none, one that says something is refused. */
const refuseWords: Run = ({ octets, findings }) => {
  if (octets !== undefined && !saysNothing(octets)) findings.failures.push(NO_BODY_TAKEN);
  return undefined;
};

function decode(readFields: DecodeFields, { bounds }: Compiled['context']): Run {
  return (request) => {
    if (request.isUnread === true) return undefined;
    const { findings } = request;
    if (request.octets !== undefined) request.parsed = parseBody(request.octets, bounds);
    const parsed = request.octets === undefined ? nothingSent(request) : request.parsed;
    if (fits(readFields, parsed?.value, parsed?.exact, findings)) request.isDecoded = true;
    else findings.failures.push({ cause: 'malformed body', floor: 'malformed body' });
    return undefined;
  };
}

/** Nothing is sent, and nothing is declared: every field is omitted. */
function nothingSent({ exchange: { request } }: Request): { value: unknown; exact?: unknown } {
  const isDeclared = hasBody(request) || request.headers['content-type'] !== undefined;
  return { value: isDeclared ? undefined : {} };
}
