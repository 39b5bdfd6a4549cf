// Who can call, by what is known: nobody, somebody with credentials that are none, and each caller that a reply has shown a token of or
// whose password was sent. Input: what is known. Output: actors. Notation, part 5.

import type { Scheme } from '../../notation/authentication.ts';
import { valueOf } from '../../notation/slot.ts';
import { callerOf, schemesOf, takesPasswords } from '../../analysis/document/schemes.ts';
import { effectsOf, headingOf } from '../../analysis/document/targets.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { UNKNOWN, type Row, type Value } from '../world/known.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { rolesOf } from '../world/roles.ts';
import { NOBODY, type Actor } from './draft.ts';
import { deletesCaller } from '../judge/effects/tokens.ts';
import { isCostly } from './operations.ts';
import { asBefore, Joined, OfRow, Shown, type Drafted } from './drafted.ts';

/** Of each scheme so many callers, the latest ones. */
const MOST_CALLERS = 6;

/** Those whose credentials are thought to be good. */
export function knownActors(world: Knowledge): readonly Actor[] {
  return schemesOf(world.model).flatMap((scheme) => [
    ...given(world, scheme),
    ...(takesPasswords(scheme) ? byPasswords(world, scheme) : byTokens(world, scheme)),
  ]);
}

/** The same without those whose credentials the operation may end. */
export function actorsFor(world: Knowledge, linked: LinkedOperation): readonly Actor[] {
  const actors = knownActors(world);
  return mayEndOwn(world.model, linked) ? actors.filter(({ isGiven }) => !isGiven) : actors;
}

/** A token that is signed out, a caller that deletes itself, another password. */
const mayEndOwn = oncePer(
  (model: Model, linked: LinkedOperation): boolean =>
    deletesCaller(model, linked) ||
    effectsOf(linked).some(
      (effect) =>
        effect.kind === 'ends token' || ('ofCaller' in effect && effect.ofCaller === true && isCostly(model, linked)),
    ) ||
    schemesOf(model).some(({ revokedWhen }) =>
      valueOf(revokedWhen)?.some((rule) => rule.kind === 'operation' && rule.operation.text === headingOf(linked)),
    ),
);

export function wrongActors(world: Knowledge): readonly Actor[] {
  return schemesOf(world.model).flatMap((scheme) => {
    const texts = takesPasswords(scheme) ? ['nobody:wrong'] : ['wrong', ...ended(world, scheme)];
    return texts.flatMap((text) => actorOf(scheme, text, undefined, 'wrong') ?? []);
  });
}

export function allActors(world: Knowledge, linked: LinkedOperation): readonly Actor[] {
  return [...actorsFor(world, linked), NOBODY, ...wrongActors(world)];
}

/** Of those whose credentials were given, and of each row that may call; undefined: nobody can tell. */
export function rolesHad(world: Knowledge): readonly string[] | undefined {
  const ofRows = schemesOf(world.model).flatMap((scheme) => {
    const resource = callerOf(world.model, scheme)?.name.text;
    return resource === undefined ? [] : world.rows(resource).map((row) => rolesOf(world, scheme, row));
  });
  const all = [...world.given.map(({ roles }) => roles), ...ofRows];
  return all.every((one) => one !== UNKNOWN) ? all.flat() : undefined;
}

function given(world: Knowledge, scheme: Scheme): readonly Actor[] {
  return world.given
    .filter((one) => one.scheme === undefined || one.scheme === scheme.name.text)
    .flatMap(({ secret, row }) => actorOf(scheme, secret, row, 'known') ?? [])
    .map((actor) => ({ ...actor, isGiven: true as const }));
}

/** The latest token of each caller. */
function byTokens(world: Knowledge, scheme: Scheme): readonly Actor[] {
  const latest = new Map<Row | undefined, string>();
  for (const [text, token] of world.tokens) {
    if (token.scheme !== scheme.name.text || token.isEnded === true || token.row?.isThere === false) continue;
    latest.delete(token.row);
    latest.set(token.row, text);
  }
  return [...latest]
    .slice(-MOST_CALLERS)
    .flatMap(([row, text]) => actorOf(scheme, new Shown(text), row, 'known') ?? []);
}

/** One that was good once, one that has refreshed, and one of a caller who is gone. */
function ended(world: Knowledge, scheme: Scheme): readonly Drafted[] {
  const own = [...world.tokens].filter(([, token]) => token.scheme === scheme.name.text);
  const old = [
    own.findLast(([, { isEnded }]) => isEnded === true),
    own.findLast(([, { isEnded, hasRefreshed }]) => isEnded !== true && hasRefreshed === true),
    own.findLast(([, { isEnded, row }]) => isEnded !== true && row?.isThere === false),
  ];
  return old.flatMap((one) => (one ? [new Shown(one[0])] : []));
}

/** Each with the letters of the password in the other case. */
export function misspeltActors(world: Knowledge): readonly Actor[] {
  return schemesOf(world.model).flatMap((scheme) =>
    takesPasswords(scheme) ? byPasswords(world, scheme, 'wrong') : [],
  );
}

/** With the password that a row had before it was changed. */
export function formerActors(world: Knowledge, row: Row): readonly Actor[] {
  return schemesOf(world.model)
    .filter(takesPasswords)
    .flatMap((scheme) => {
      const fields = passwordFields(world, scheme);
      if (!fields || fields.resource !== row.resource || !isSendable(row.former.get(fields.secret) ?? UNKNOWN))
        return [];
      const { by, secret } = fields;
      const pair = new Joined([new OfRow(row, by), ':', asBefore(new OfRow(row, secret))]);
      return actorOf(scheme, pair, undefined, 'wrong') ?? [];
    });
}

/** The fields of a name and a password by which callers sign in. */
function passwordFields(
  world: Knowledge,
  scheme: Scheme,
): { readonly resource: string; readonly by: string; readonly secret: string } | undefined {
  const credentials = valueOf(scheme.credentials);
  const resource = callerOf(world.model, scheme)?.name.text;
  if (credentials?.kind !== 'fields' || resource === undefined) return undefined;
  const isSecret = (name: string): boolean =>
    valueOf(world.model.fields.get(`${resource}.${name}`)!.type)?.kind === 'secret';
  const names = credentials.fields.map(({ text }) => text);
  const [by, secret] = [names.find((name) => !isSecret(name)), names.find(isSecret)];
  return by === undefined || secret === undefined ? undefined : { resource, by, secret };
}

function byPasswords(world: Knowledge, scheme: Scheme, kind: 'known' | 'wrong' = 'known'): readonly Actor[] {
  const fields = passwordFields(world, scheme);
  if (!fields) return [];
  const { resource, by, secret } = fields;
  return world
    .rows(resource)
    .filter((row) => row.isThere !== false && [by, secret].every((name) => isSendable(row.get(name))))
    .slice(-MOST_CALLERS)
    .flatMap((row) => {
      const pair = new Joined([new OfRow(row, by), ':', new OfRow(row, secret, undefined, kind === 'wrong')]);
      return actorOf(scheme, pair, row, kind) ?? [];
    });
}

/** https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function isSendable(value: Value): boolean {
  return value !== UNKNOWN && !/\p{Cc}/u.test(String(value));
}

function actorOf(scheme: Scheme, secret: Drafted, row: Row | undefined, kind: 'wrong' | 'known'): Actor | undefined {
  const place = valueOf(scheme.sentIn);
  if (!place) return undefined;
  const text = takesPasswords(scheme) ? new Joined([secret], true) : secret;
  const [before = '', after = ''] = (place.template ?? '{token}').split('{token}');
  const value = new Joined([before, text, after]);
  switch (place.in) {
    case 'header':
      return { kind, row, headers: [[place.name, value]], query: [] };
    case 'cookie':
      return { kind, row, headers: [['Cookie', new Joined([`${place.name}=`, text])]], query: [] };
    case 'query':
      return { kind, row, headers: [], query: [[place.name, value]] };
  }
}
