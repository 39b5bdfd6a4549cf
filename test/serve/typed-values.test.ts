// Random tables of typed fields, random bodies, every verb, over a real server, beside a judge that knows the notation alone:
// what is refused and for which fields, and what is kept. Notation, part 2, and part 4 "What a call does".

import { expect, test } from 'vitest';
import { Random } from '../laws/random.ts';
import { planOf } from '../plan/plan-of.ts';
import { send, start } from './running.ts';
import { SPELLED, type Spelled } from './typed-values.ts';
import { trials } from '../trials.ts';

interface Field extends Spelled {
  readonly name: string;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly atCreate: boolean;
  /** As shown. */
  readonly default: string | undefined;
}

/** What is kept: JSON as shown; a field without a value is not there. */
type Row = Readonly<Record<string, string>>;
type Nulls = 'cleared' | 'refused' | 'kept';

function fieldsOf(random: Random): readonly Field[] {
  return random.some(SPELLED, 3, 7).map((spelled, index) => {
    const nullable = random.chance(0.3);
    const good = spelled.values.flatMap(([, shown]) => shown ?? []);
    const initial = random.chance(0.3) ? random.pick(good) : undefined;
    const isPlain = initial !== undefined && !initial.includes('`') && !initial.includes('__proto__');
    return {
      ...spelled,
      name: `f${index}`,
      nullable,
      required: random.chance(0.5),
      atCreate: random.chance(0.15),
      default: isPlain ? initial : undefined,
    };
  });
}

function operation(heading: string, does: string, status: string, more = ''): string {
  return `### ${heading}
- Does: ${does}
- Body: Thing
- Repeat: again
- Empty text: kept
${more}
| Status | When | Body |
|---|---|---|
| ${status} | Thing |

`;
}

function documentOf(fields: readonly Field[], nulls: Nulls): Parameters<typeof planOf>[0] {
  const rows = fields.map(({ name, type, nullable, required, atCreate, default: initial }) => {
    const cell =
      initial === undefined ? 'none' : `\`${initial.startsWith('"') ? (JSON.parse(initial) as string) : initial}\``;
    const whole = nullable ? `${type} or null` : type;
    return `| \`${name}\` | ${whole} | ${required ? 'yes' : 'no'} | caller${atCreate ? ' at create' : ''} | any | ${cell} |`;
  });
  return {
    resources: `### Thing

- Identified by: \`key\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`key\` | string | yes | caller at create | any | none |
${rows.join('\n')}
`,
    operations: [
      operation('POST /things', 'creates Thing', '201 | created', `- Null fields: ${nulls}\n`),
      operation(
        'PATCH /things/{key}',
        'updates Thing',
        '200 | updated',
        `- Null fields: ${nulls}\n- Omitted fields: kept\n`,
      ),
      operation('PUT /things/{key}', 'replaces Thing', '200 | replaced'),
      operation('POST /things/{key}/merge', 'merges into Thing', '200 | updated'),
    ].join(''),
    errors: `- Error body: {"fields": [<path>]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Thing |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | Thing already there |
`,
  };
}

const VERBS = ['create', 'update', 'replace', 'merge'] as const;
type Verb = (typeof VERBS)[number];

type Outcome = { readonly keep: string } | 'nothing' | 'as it was' | 'refused';

/** What becomes of one field. `sent`: the JSON of the body, undefined when it is left out. */
function outcomeOf(
  field: Field,
  verb: Verb,
  nulls: Nulls,
  sent: string | undefined,
  before: string | undefined,
): Outcome {
  const { required, default: initial } = field;
  const empty: Outcome = initial === undefined ? (required ? 'refused' : 'nothing') : { keep: initial };
  if (field.atCreate && verb !== 'create') return sent === undefined ? 'as it was' : 'refused';
  if (sent === undefined) return verb === 'create' || verb === 'replace' ? empty : 'as it was';
  if (sent === 'null') return nullOutcome(field, verb, nulls, empty);
  const shown = field.values.find(([text]) => text === sent)![1];
  if (shown === undefined) return 'refused';
  const isPatch = verb === 'merge' && before !== undefined && before !== 'null' && sent.startsWith('{');
  if (!isPatch) return { keep: withoutNulls(field, verb, shown) };
  return { keep: merged(before, shown) };
}

function nullOutcome(
  { required, nullable, default: initial }: Field,
  verb: Verb,
  nulls: Nulls,
  empty: Outcome,
): Outcome {
  const nothing: Outcome = nullable ? { keep: 'null' } : required ? 'refused' : 'nothing';
  if (verb === 'replace') return nullable ? { keep: 'null' } : 'refused';
  if (verb === 'merge') return nothing;
  if (nulls === 'refused') return 'refused';
  if (nulls === 'kept') return verb === 'create' ? empty : 'as it was';
  return initial === undefined ? nothing : { keep: initial };
}

/** RFC 7396 beside nothing: members that are null are not there. */
function withoutNulls(field: Field, verb: Verb, shown: string): string {
  return verb === 'merge' && field.type === 'object' ? merged('{}', shown) : shown;
}

/** Numbers by their digits. */
type Digits = { readonly digits: string };

function parsed(text: string): unknown {
  return JSON.parse(text, ((_key: string, value: unknown, context: { readonly source: string }) =>
    typeof value === 'number' ? ({ digits: context.source } satisfies Digits) : value) as never);
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('digits' in value);
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (isMembers(value))
    return `{${Object.keys(value)
      .map((name) => `${JSON.stringify(name)}:${written(value[name])}`)
      .join(',')}}`;
  return typeof value === 'object' && value !== null ? (value as Digits).digits : JSON.stringify(value);
}

function patch(target: unknown, change: unknown): unknown {
  if (!isMembers(change)) return change;
  const members = new Map(isMembers(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) members.delete(name);
    else members.set(name, patch(members.get(name), value));
  }
  const result = {};
  for (const [name, value] of members)
    Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
  return result;
}

function merged(target: string, change: string): string {
  return written(patch(parsed(target), parsed(change)));
}

/** A value that may be null is shown where it must be there. */
function shownRow(fields: readonly Field[], row: Row, key: string): string {
  const pairs = fields.flatMap(({ name, nullable, required }) => {
    const value = row[name];
    if (value !== undefined && value !== 'null') return [`"${name}":${value}`];
    return nullable && required ? [`"${name}":null`] : [];
  });
  return `{${[`"key":"${key}"`, ...pairs].join(',')}}`;
}

async function trial(seed: number): Promise<readonly string[]> {
  const random = new Random(seed);
  const fields = fieldsOf(random);
  const nulls = random.pick<Nulls>(['cleared', 'refused', 'kept']);
  const service = await start(planOf(documentOf(fields, nulls)));
  const wrong: string[] = [];
  const rows = new Map<string, Row>();
  try {
    for (let number = 0; number < 40; number++) {
      const verb = rows.size === 0 ? 'create' : random.pick(VERBS);
      const key = verb === 'create' ? `k${number}` : random.pick([...rows.keys()]);
      const before = rows.get(key) ?? {};
      const body: string[] = verb === 'create' ? [`"key":"${key}"`] : [];
      const failed: string[] = [];
      const after: Record<string, string> = { ...before };
      // Most bodies fit, so that there are rows.
      const slip = random.chance(0.5) ? 0 : 0.3;
      for (const field of fields) {
        const isLeftOut = field.atCreate && verb !== 'create' ? random.chance(0.95) : random.chance(0.25);
        const fit = field.values.filter(([, shown]) => shown !== undefined);
        const value = random.chance(slip) ? random.pick(field.values)[0] : random.pick(fit)[0];
        const sent = isLeftOut ? undefined : random.chance(0.08) ? 'null' : value;
        if (sent !== undefined) body.push(`"${field.name}":${sent}`);
        const outcome = outcomeOf(field, verb, nulls, sent, before[field.name]);
        if (outcome === 'refused') failed.push(field.name);
        else if (outcome === 'nothing') delete after[field.name];
        else if (outcome !== 'as it was') after[field.name] = outcome.keep;
      }
      const [method, path] = {
        create: ['POST', '/things'],
        update: ['PATCH', `/things/${key}`],
        replace: ['PUT', `/things/${key}`],
        merge: ['POST', `/things/${key}/merge`],
      }[verb] as [string, string];
      const text = `{${body.join(',')}}`;
      const answer = await send(service, method, path, text);
      const found =
        answer.status === 422
          ? [...(answer.json as { fields: readonly string[] }).fields].sort().join()
          : answer.status < 300
            ? written(parsed(answer.text))
            : String(answer.status);
      const wanted = failed.length > 0 ? failed.sort().join() : shownRow(fields, after, key);
      if (failed.length === 0) rows.set(key, after);
      if (found === wanted) continue;
      const types = fields.map((f) => `${f.name} ${f.type}${f.nullable ? ' or null' : ''} ${f.required} ${f.default}`);
      wrong.push(
        `seed ${seed}, Null ${nulls}: ${method} ${path} ${text}\n  found  ${found}\n  wanted ${wanted}\n  ${types.join('; ')}`,
      );
      break;
    }
    return [...wrong, ...service.logged];
  } finally {
    await service.stop();
  }
}

test.each(Array.from({ length: trials(8, 40) }, (_, seed) => seed))('seed %i', async (seed) => {
  expect(await trial(seed)).toEqual([]);
});
