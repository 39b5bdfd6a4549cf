// What a form for an operation begins with: its parameters and a body with values that fit. Input: an operation of the plan, and
// the plan's nested shapes. Output: texts as they would be typed; '' where no value can be made, or none has to be sent.

import type { BodyPlan } from '../plan/body-plan.ts';
import type { ParameterPlan, ShapePlan, ValueType } from '../plan/input.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { anyVersion } from './call.ts';
import { withShare } from '../base/effort.ts';
import type { Effort } from '../base/effort.ts';
import { apart, headerText, isHeaderNeeded, wantedHeader } from './headers.ts';
import { assembled, type JsonPlace, sample } from './samples.ts';

export interface ExampleParameter {
  readonly name: string;
  readonly text: string;
  /** Must it be sent? */
  readonly isNeeded: boolean;
  /** In words: `integer, 1 to 100`. Undefined: not known. */
  readonly is: string | undefined;
  /** How several values of it are sent. */
  readonly list?: ParameterPlan['list'];
}

export interface Example {
  readonly path: readonly ExampleParameter[];
  readonly query: readonly ExampleParameter[];
  /** Those that the call must have: a name and a text. */
  readonly headers: readonly (readonly [string, string])[];
  /** Undefined: it takes none, or that is not known. */
  readonly body: string | undefined;
  readonly mediaTypes: readonly string[];
}

type Shapes = Readonly<Record<string, ShapePlan>>;

/** `all`: what may be done for all operations of the document. */
export function exampleOf(operation: OperationPlan, shapes: Shapes, all: Effort): Example {
  return withShare(all, (effort) => made(operation, { shapes, effort }));
}

interface Making {
  readonly shapes: Shapes;
  readonly effort: Effort;
}

function made(operation: OperationPlan, making: Making): Example {
  const { path, run } = operation;
  const names = path.flatMap(({ parameter }) => parameter ?? []);
  const body = run?.body;
  return {
    path: names.map((name) => {
      const plan = run?.path.find((one) => one.name === name);
      // What is held has no plan: any text does, since each gets the same answer.
      return plan ? { ...parameter(plan, making), isNeeded: true } : { name, text: '1', isNeeded: true, is: undefined };
    }),
    query: (run?.query ?? []).map((plan) => {
      const one = parameter(plan, making);
      return {
        ...one,
        isNeeded: isNeeded(plan),
        text: isNeeded(plan) || plan.requiredIf !== undefined ? one.text : '',
      };
    }),
    headers: [
      ...(run?.headers ?? []).flatMap((plan) =>
        isHeaderNeeded(run!, plan) ? [[plan.name, headerOf(operation, plan, making)] as const] : [],
      ),
      ...(run?.preconditions ?? []).flatMap((one) => (one.required ? [anyVersion(one)] : [])),
    ],
    body: body?.kind === 'fields' ? bodyText(body, making) : undefined,
    mediaTypes: body?.kind === 'fields' ? body.mediaTypes : [],
  };
}

function isNeeded({ omitted }: ParameterPlan): boolean {
  return omitted.do === 'refuse' || omitted.do === 'hold';
}

function headerOf(operation: OperationPlan, plan: ParameterPlan, making: Making): string {
  return headerText(sample({ ...wantedHeader(plan), ...making, vary: 1 + apart(operation, plan) }));
}

function parameter(plan: ParameterPlan, making: Making): Omit<ExampleParameter, 'isNeeded'> {
  const { name, schema, value, list } = plan;
  const one = sample({ name, schema, value, ...making, vary: 1 });
  const several = Array.isArray(one) ? one.map(plain).join(list === 'by commas' ? ',' : '\n') : plain(one);
  return { name, text: several, is: described(schema, value), ...(list && { list }) };
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

/** Every field that a caller may send. */
function bodyText({ fields, rows }: Extract<BodyPlan, { kind: 'fields' }>, making: Making): string {
  const samples = (all: typeof fields, list: JsonPlace): { path: JsonPlace; value: unknown }[] =>
    all.flatMap(({ path, schema, value, sent }) => {
      if (sent.do !== 'accept') return [];
      const one = sample({ name: path.at(-1) ?? '', schema, value, ...making, vary: 1 });
      return one === undefined ? [] : [{ path: [...list, ...path], value: one }];
    });
  const inList = rows ? samples(rows.fields, [...rows.path, 0]) : [];
  return JSON.stringify(assembled([...samples(fields, []), ...inList]), undefined, 2);
}

const SHOWN = 6;

/** The type and its bounds in a few words. */
function described(schema: ParameterPlan['schema'], { type, format }: ValueType): string {
  const listed: unknown = schema['enum'];
  if (Array.isArray(listed)) {
    const known = listed.filter((value) => value !== null).map(plain);
    const more = known.length > SHOWN ? ` and ${known.length - SHOWN} more` : '';
    return `one of ${known.slice(0, SHOWN).join(', ')}${more}`;
  }
  const bound = (key: string): unknown => schema[key];
  const bounds = [
    bound('minimum') === undefined ? '' : `at least ${plain(bound('minimum'))}`,
    bound('maximum') === undefined ? '' : `at most ${plain(bound('maximum'))}`,
    bound('minLength') === undefined ? '' : `at least ${plain(bound('minLength'))} characters`,
    bound('maxLength') === undefined ? '' : `at most ${plain(bound('maxLength'))} characters`,
  ];
  return [format ?? type, ...bounds.filter((one) => one !== '')].join(', ');
}
