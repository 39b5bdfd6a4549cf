// Phase `tags`: the tags that a request names. What they say of a row is asked by the statement that reads or changes it, of
// an answer when it is made. Notation, part 4, key Preconditions; https://www.rfc-editor.org/rfc/rfc9110#section-13

import type { PreconditionPlan } from '../../plan/input.ts';
import { readTags, rowsNamed } from '../tags.ts';
import type { Phase, Request } from './phase.ts';

export const tags: Phase = {
  name: 'tags',
  check: 'body',
  does: 'Tags in If-Match and If-None-Match; what is no list of tags names none, or is kept for the phase rules where part 7 has `invalid header`',
  exits: [],
  compile: ({ run: { preconditions: plans } }) => {
    if (plans === undefined) return undefined;
    return (request) => {
      for (const plan of plans) bind(request, plan);
      return undefined;
    };
  },
};

function bind({ exchange, findings }: Request, { header, invalid }: PreconditionPlan): void {
  // Sent twice, it is one list: https://www.rfc-editor.org/rfc/rfc9110#section-5.3
  const sent = exchange.request.headers[header];
  if (sent === undefined) return;
  const read = readTags(sent);
  const { bindings } = findings;
  if (read === undefined && invalid !== undefined) findings.failures.push({ cause: invalid });
  // Refused for what it is, and not for what it does not name: it is not compared.
  const isWrong = read === undefined && invalid !== undefined;
  const named = read ?? (isWrong && header === 'if-match' ? '*' : []);
  bindings[`precondition.${header}.sent`] = 1;
  bindings[`precondition.${header}.any`] = named === '*' ? 1 : 0;
  // If-Match compares strongly, since what it lets through is overwritten: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
  const rows = named === '*' ? [] : rowsNamed(named, header === 'if-match');
  bindings[`precondition.${header}.rows`] = isWrong ? null : JSON.stringify(rows);
}
