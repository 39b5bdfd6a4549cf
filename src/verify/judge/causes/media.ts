// What HTTP asks of a call: the type of its body, and what the client takes. Input: a call. Output: whether each cause holds. Notation, part 4,
// Media type; docs/http-floor.md.

import { oncePer } from '../../../base/once-per.ts';
import { valueOf } from '../../../notation/slot.ts';
import { versionsOf } from '../../../analysis/document/versions.ts';
import { all, not, some, type Truth } from '../../world/known.ts';
import { headerOf, type Call } from '../../exchange.ts';
import { isMembers } from '../../values/fits.ts';
import { sentAt } from '../../values/body-fields.ts';
import type { Facts, Judge } from './context.ts';

export const unsupportedMediaType: Judge<'unsupported media type'> = (facts) => {
  const { asked, body } = facts;
  if (!hasBody(asked.call)) return false;
  // An object without members says nothing.
  if (body.kind === 'unread') return body.refused && !(isMembers(sentAt(asked, [])) && isEmpty(sentAt(asked, [])));
  return not(isTaken(facts));
};

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function hasBody({ body }: Call): boolean {
  return body !== undefined && body !== '';
}

function lines({ headers }: Call, name: string): readonly string[] {
  return headers.flatMap(([one, value]) => (one.toLowerCase() === name ? [value] : []));
}

/** Is its Content-Type the one that is stated, and nothing else encoded? */
function isTaken({ asked: { call }, linked, model }: Facts): Truth {
  const stated = valueOf(linked.facts.mediaType)?.in;
  const types = lines(call, 'content-type');
  const codings = lines(call, 'content-encoding').join(',').toLowerCase().split(',');
  if (codings.some((one) => one.trim() !== '' && one.trim() !== 'identity')) return false;
  const [type] = types;
  if (type === undefined || types.length > 1) return false;
  if (stated === undefined || versionsOf(model)?.scheme?.kind === 'media type') return undefined;
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) return false;
  return essence(type) === essence(stated);
}

function essence(type: string): string {
  return type.split(';')[0]!.trim().toLowerCase();
}

/** Where fields are stated, and a body of the stated type is there. */
export const malformedBody: Judge<'malformed body'> = (facts) => {
  const { asked, body } = facts;
  if (body.kind !== 'fields') return false;
  if (!hasBody(asked.call)) return lines(asked.call, 'content-type').length > 0 ? undefined : false;
  return all([isTaken(facts), not(isForm(facts))]);
};

/** Is what is sent an object, or a list where that is stated? Of objects in it that are none nobody can tell. */
function isForm({ asked, body }: Facts): Truth {
  // A name twice in one object SHOULD not be, and may: what a service makes of it is its own.
  if (asked.body.kind === 'ambiguous') return undefined;
  if (body.kind !== 'fields' || asked.body.kind !== 'json') return false;
  const value = sentAt(asked, []);
  const list = body.rows?.path;
  if (list?.length === 0) return Array.isArray(value) && (value.every(isMembers) ? true : undefined);
  if (!isMembers(value)) return false;
  if (list === undefined || body.fields.some(({ isList }) => isList)) return true;
  const rows = sentAt(asked, list);
  return Array.isArray(rows) && (rows.every(isMembers) ? true : undefined);
}

/** May its fields be looked at? A call without a body leaves each field out. */
export const isReadable: (facts: Facts) => Truth = oncePer((facts: Facts): Truth =>
  all([
    not(unsupportedMediaType(facts, { kind: 'unsupported media type' })),
    not(malformedBody(facts, { kind: 'malformed body' })),
  ]),
);

/** Does Accept admit none of the types that the operation answers with? */
export const notAcceptable: Judge<'not acceptable'> = ({ asked: { call }, linked, model }) => {
  const accept = headerOf(call.headers, 'accept') === undefined ? undefined : lines(call, 'accept').join(',');
  const out = valueOf(linked.facts.mediaType)?.out;
  if (accept === undefined || accept.trim() === '') return false;
  if (out === undefined || versionsOf(model)?.scheme?.kind === 'media type') return undefined;
  const others = linked.facts.statuses.items.flatMap(({ headers }) =>
    (valueOf(headers) ?? []).flatMap(({ name, value }) =>
      name.text.toLowerCase() === 'content-type' ? [value ?? ''] : [],
    ),
  );
  return not(some([out, ...others].map((type) => admits(accept, type))));
};

/** By the range that says most of the type. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1 */
function admits(accept: string, type: string): Truth {
  const [own, ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  const [main] = own!.split('/');
  const ranges = accept
    .toLowerCase()
    .split(',')
    .flatMap((entry) => {
      const [range = '', ...rest] = entry.split(';').map((part) => part.trim());
      const weight = rest.findIndex((one) => one.startsWith('q='));
      const asked = weight < 0 ? rest : rest.slice(0, weight);
      const rank = range === own ? 2 : range === `${main}/*` ? 1 : range === '*/*' ? 0 : -1;
      const quality = weight < 0 ? 1 : Number(rest[weight]!.slice(2));
      return rank < 0
        ? []
        : [{ rank: rank + asked.length, isSure: asked.every((one) => parameters.includes(one)), quality }];
    });
  const best = ranges.toSorted((a, b) => b.rank - a.rank)[0];
  if (!best) return false;
  return ranges.every(({ isSure }) => isSure) && !Number.isNaN(best.quality) ? best.quality > 0 : undefined;
}
