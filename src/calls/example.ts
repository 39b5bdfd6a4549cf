// What a form for an operation begins with: its parameters and a body with values that fit. In: an operation of the plan,
// and the plan's nested shapes. Out: texts as they would be typed; '' where no value can be made, or none has to be sent.

import type { BodyPlan, ParameterPlan, ShapePlan, ValueType } from '../plan/input.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { put, sample } from './samples.ts';

export interface ExampleParameter {
  readonly name: string;
  readonly text: string;
  /** Must it be sent? */
  readonly isNeeded: boolean;
  /** In words: `integer, 1 to 100`. Undefined: nobody knows. */
  readonly is: string | undefined;
  /** How several values of it are sent. */
  readonly list?: ParameterPlan['list'];
}

export interface Example {
  readonly path: readonly ExampleParameter[];
  readonly query: readonly ExampleParameter[];
  /** Undefined: it takes none, or nobody knows. */
  readonly body: string | undefined;
  readonly mediaTypes: readonly string[];
}

type Shapes = Readonly<Record<string, ShapePlan>>;

export function exampleOf({ path, run }: OperationPlan, shapes: Shapes): Example {
  const names = path.flatMap(({ parameter }) => parameter ?? []);
  const body = run?.body;
  return {
    path: names.map((name) => {
      const plan = run?.path.find((one) => one.name === name);
      // What is held has no plan: any text does, for it is answered alike.
      return plan ? { ...parameter(plan, shapes), isNeeded: true } : { name, text: '1', isNeeded: true, is: undefined };
    }),
    query: (run?.query ?? []).map((plan) => {
      const isNeeded = plan.omitted.do === 'refuse' || plan.omitted.do === 'hold';
      const made = parameter(plan, shapes);
      return { ...made, isNeeded, text: isNeeded ? made.text : '' };
    }),
    body: body?.kind === 'fields' ? bodyText(body, shapes) : undefined,
    mediaTypes: body?.kind === 'fields' ? body.mediaTypes : [],
  };
}

function parameter(plan: ParameterPlan, shapes: Shapes): Omit<ExampleParameter, 'isNeeded'> {
  const { name, schema, value, list } = plan;
  const made = sample({ name, schema, value, shapes, vary: 1 });
  const several = Array.isArray(made) ? made.map(plain).join(list === 'by commas' ? ',' : '\n') : plain(made);
  return { name, text: several, is: described(schema, value), ...(list && { list }) };
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

/** Every field that a caller may send. */
function bodyText({ fields }: Extract<BodyPlan, { kind: 'fields' }>, shapes: Shapes): string {
  const root: Record<string, unknown> = {};
  for (const { path, schema, value, sent } of fields) {
    if (sent.do !== 'accept') continue;
    const made = sample({ name: path.at(-1) ?? '', schema, value, shapes, vary: 1 });
    if (made !== undefined) put(root, path, made);
  }
  return JSON.stringify(root, undefined, 2);
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
