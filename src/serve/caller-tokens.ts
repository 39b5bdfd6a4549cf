// The operator calls as a row of the Caller, to try an operation: `GET /callers` lists who that may be, `POST /callers` issues a token that
// ends soon, as an operation issues one. Input: the plan, its store and its rows. Output: a status and JSON. What the service cannot
// issue is listed with the reason; nothing is guessed. Notation, part 5.

import { KEY_CAUSES, type CallerTokenPlan } from '../plan/credentials.ts';
import type { OperationContext } from './compiled.ts';
import { compileMade } from './generated-values.ts';
import { isObject } from './json-values.ts';
import { names, noRow, said, UNREACHABLE, type Said } from './operators-row.ts';
import type { Rows } from './rows.ts';
import { signed } from './signed-here.ts';
import type { SqlValue } from '../sql/expression.ts';

export interface CallerTokens {
  readonly list: () => Promise<Said>;
  readonly issue: (body: unknown) => Promise<Said>;
}

type Setting = Pick<OperationContext, 'plan' | 'store' | 'clock' | 'log' | 'signingKeys'>;

/** Of each Caller the newest. */
const MOST = 50;
const FRESH = 'new.token';
const make = compileMade([
  { name: 'now', kind: 'now' },
  { name: FRESH, kind: 'token' },
])!;

export function compileCallerTokens(setting: Setting, rows: Rows): CallerTokens {
  const { plan } = setting;
  const all = plan.callerTokens ?? [];
  const listed = async ({ scheme, resource, steps, why }: CallerTokenPlan): Promise<unknown> =>
    steps === undefined || resource === undefined
      ? { scheme, why: WHY[why ?? 'open'], callers: [] }
      : { scheme, why: null, callers: await newest(rows, resource) };
  return {
    list: async () => ({ status: 200, json: { schemes: await Promise.all(all.map(listed)) } }),
    async issue(body) {
      const { scheme, row, ...more } = isObject(body) ? body : {};
      const stated = all.find((one) => one.scheme === scheme && one.steps !== undefined);
      const able = all.filter(({ steps }) => steps !== undefined).map((one) => one.scheme);
      if (!stated) return said(400, `Unexpected \`scheme\`, expected one of ${names(able)}.`);
      if (typeof row !== 'string' || !/^\d{1,15}$/.test(row) || Object.keys(more).length > 0)
        return said(400, 'Unexpected body, expected `scheme` and `row`: the row key of the caller, as a text.');
      return issued(setting, stated, Number(row));
    },
  };
}

const WHY: Readonly<Record<NonNullable<CallerTokenPlan['why']>, string>> = {
  password: 'a caller sends a name and a password, and the service keeps no password that it could send',
  'no row': 'its callers are no rows',
  'issued elsewhere': 'the service does not issue its tokens',
  open: 'the document does not show all that a token of it needs',
};

async function newest(rows: Rows, resource: string): Promise<readonly { key: string; title: string }[]> {
  const page = await rows.page(resource, { before: 'end', limit: MOST });
  if (page.kind !== 'read') return [];
  return page.value.rows
    .filter(({ gone }) => !gone)
    .map(({ key, values }) => {
      const texts = values.flatMap((value) => (value?.kind === 'value' && value.row === undefined ? [value.text] : []));
      return { key, title: [resource, ...texts.slice(0, 2).map((text) => text.slice(0, 60).toWellFormed())].join(' ') };
    })
    .toReversed();
}

async function issued(
  { plan, store, clock, log, signingKeys }: Setting,
  stated: CallerTokenPlan,
  row: number,
): Promise<Said> {
  const { scheme, resource = '', steps = [], signs, lifetime = 0 } = stated;
  const signer = signs && (await signingKeys.signer(scheme, signs.algorithm));
  if (typeof signer === 'string') return said(503, `Nothing can be signed: ${signer}.`);
  const bindings: Record<string, SqlValue> = { 'token.row': row };
  make(bindings, clock.now());
  const found = await store.prepare(steps).run(bindings);
  if (found.kind === 'refused' && found.cause === KEY_CAUSES.noRow) return noRow(resource);
  if (found.kind !== 'done') return said(503, UNREACHABLE);
  const bound = found.bound ?? bindings;
  const token = signs && signer ? await signed(signs, signer, bound) : String(bindings[FRESH]);
  log(
    `a token of ${scheme} for ${resource} with the row key ${row} issued to the operator, for ${lifetime / 60_000} minutes`,
  );
  const place = plan.schemes?.find(({ name }) => name === scheme)?.place;
  return { status: 200, json: { scheme, ...sentIn(place, token), minutes: lifetime / 60_000 } };
}

type Place = NonNullable<NonNullable<Setting['plan']['schemes']>[number]['place']>;

/** The header or the query parameter that bears it. */
function sentIn(place: Place | undefined, token: string): Readonly<Record<string, unknown>> {
  if (place === undefined) return { token };
  if (place.in === 'query') return { query: [place.name, token] };
  if (place.in === 'cookie') return { header: ['Cookie', `${place.name}=${token}`] };
  const { template = '{token}' } = place;
  return { header: [place.name, template.replace('{token}', () => token)] };
}
