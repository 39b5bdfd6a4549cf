// `ninefold row set FILE RESOURCE ID FIELD=VALUE…`: the operator's hand on one row. Input: a document, a row and values; `FIELD=-` is read from
// stdin. Output: one line; 1 with one sentence where nothing is set. Through the operator's port of a service that runs (--operator),
// else on the data. No value is printed.

import { check } from '../check/check.ts';
import { plan } from '../plan/compile.ts';
import type { Plan, RowSetPlan } from '../plan/plan.ts';
import { rowSetter } from '../serve/row-sets.ts';
import { Refusal, type Console } from './console.ts';
import { dataDirectory } from './data-directory.ts';
import { openDocument } from './documents.ts';
import { askPort } from './operator-port.ts';
import { migrateCommand, refuseErrors } from './refusals.ts';
import { clockOf, openData, plannedFor } from './serving/store.ts';
import { effectiveSettings, settingsOf, type Settings } from './settings.ts';

type Flags = Readonly<Record<string, unknown>>;

export async function row(operands: readonly string[], flags: Flags, console: Console): Promise<number> {
  const [action, file = '', resource = '', key = '', ...values] = operands;
  if (action !== 'set') throw new Refusal(2, `unexpected \`row ${action}\`, expected \`row set\``);
  const settings = settingsOf(effectiveSettings(flags, console));
  const model = openDocument(file, console, 1, settings.assume);
  refuseErrors(check(model), model, console, 'changed');
  const planned = plannedFor(plan(model), settings);
  const stated = (planned.rowSets ?? []).find((one) => one.resource === resource);
  if (!stated) throw new Refusal(1, noRows(planned, resource));
  const body = { resource, id: identityOf(stated, key), set: await valuesOf(stated, values, console) };
  const operator = flags['operator'];
  const { status, json } =
    typeof operator === 'string'
      ? await askPort(operator, '/rows', body)
      : await onData(planned, body, { file, flags, settings, console });
  if (status !== 200) throw new Refusal(1, (json as { error?: string }).error ?? `the answer was ${status}`);
  console.out(`set ${resource} ${key}: ${Object.keys(body.set).join(', ')}`);
  return 0;
}

function noRows({ rowSets = [] }: Plan, resource: string): string {
  const known = rowSets.map((one) => `\`${one.resource}\``).join(', ');
  return known === ''
    ? 'the document has no callers: rows are set where somebody signs in'
    : `there is no resource \`${resource}\` whose rows can be set; expected one of ${known}`;
}

/** Several fields by commas, in the order of the document. */
function identityOf({ path }: RowSetPlan, key: string): string | Readonly<Record<string, string>> {
  if (path.length === 1) return key;
  const parts = key.split(',');
  return Object.fromEntries(path.map(({ name }, place) => [name, parts[place] ?? '']));
}

async function valuesOf(
  stated: RowSetPlan,
  values: readonly string[],
  console: Console,
): Promise<Readonly<Record<string, unknown>>> {
  const set: Record<string, unknown> = {};
  for (const one of values) {
    const at = one.indexOf('=');
    if (at < 1) throw new Refusal(2, 'unexpected value, expected FIELD=VALUE');
    const name = one.slice(0, at);
    const text = one.slice(at + 1);
    put(set, name.split('.'), typed(stated, name, text === '-' ? await lineOf(console) : text));
  }
  return set;
}

function put(set: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) set[name] = value;
  else put((set[name] ??= {}) as Record<string, unknown>, rest, value);
}

/** By the type of the field: a text as it is, anything else as JSON. What is neither is judged as text, and refused. */
function typed({ body }: RowSetPlan, name: string, text: string): unknown {
  const field = body.fields.find(({ path }) => path.slice(1).join('.') === name);
  const { type, format } = field?.value ?? { type: 'text' };
  const isText = ['text', 'instant', 'date'].includes(type) && format !== 'seconds';
  if (isText && text !== 'null') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The first line of stdin, without its end. A prompt is shown in a terminal. */
async function lineOf({ typing }: Console): Promise<string> {
  if (typing.isTerminal) typing.output.write('value: ');
  let text = '';
  for await (const chunk of typing.input) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/, 1)[0]!;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

async function onData(
  planned: Plan,
  body: unknown,
  on: { readonly file: string; readonly flags: Flags; readonly settings: Settings; readonly console: Console },
): Promise<Answer> {
  const { file, flags, settings, console } = on;
  const directory = dataDirectory(file, settings, console);
  const store = await openData(directory, planned, settings, migrateCommand(file, flags));
  try {
    const clock = await clockOf(settings, store);
    const log = (line: string): void => console.err(line);
    return await rowSetter({ plan: planned, store, clock, log })(body);
  } finally {
    await store.close();
  }
}
