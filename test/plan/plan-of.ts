// Small documents for the tests of the plan, and a short way to write what an expression says.

import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import type { OperationPlan, Plan, RunPlan } from '../../src/plan/plan.ts';
import type { Guard } from '../../src/plan/steps.ts';
import { read } from '../../src/read/read.ts';
import type { Expr } from '../../src/sql/expression.ts';

/** What a test does not speak of: complete, open to anyone, JSON. */
const ALL = `- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Emits: none
- Other operations: none
- Preconditions: none
`;

const CODES = `| \`absent\` | 404 | no such Thing |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
| \`query\` | 400 | invalid query |
| \`stage\` | 409 | illegal move |`;

function errorsOf(codes: string): string {
  return `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
${codes}${CODES}
`;
}

export interface Parts {
  readonly lists?: string;
  readonly resources: string;
  readonly states?: string;
  readonly all?: string;
  readonly operations: string;
  readonly authentication?: string;
  readonly events?: string;
  /** Rows of the Code table, before those that every test has. */
  readonly codes?: string;
  /** All of part 7. */
  readonly errors?: string;
  readonly limits?: string;
  readonly versioning?: string;
}

export function documentOf(parts: Parts): string {
  return `# Things

- Lists: ${parts.lists ?? 'complete unless marked'}

## 1. What the service does

It keeps things.

## 2. Resources and their fields

${parts.resources}

## 3. States and transitions

${parts.states ?? 'none'}

## 4. Endpoints

### All operations

${parts.all ?? ALL}
${parts.operations}

## 5. Authentication

${parts.authentication ?? 'none'}

## 6. Events

${parts.events ?? 'none'}

## 7. Errors

${parts.errors ?? errorsOf(parts.codes === undefined ? '' : `${parts.codes}\n`)}

## 8. Limits

${parts.limits ?? 'none'}

## 9. Versioning

${parts.versioning ?? 'none'}
`;
}

/** Also of a document with errors. */
export function linked(source: string, file = 'things.md'): Model {
  const { document, diagnostics } = read(source, file);
  return link(document, diagnostics);
}

export function modelOf(source: string, file?: string): Model {
  const model = linked(source, file);
  const errors = model.diagnostics.filter((one) => one.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((one) => `${one.code}: ${one.message}`).join('\n'));
  return model;
}

export function planOf(parts: Parts): Plan {
  return plan(modelOf(documentOf(parts)));
}

export function operationIn(plan: Plan, id: string): OperationPlan {
  const found = plan.operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

/** How an operation runs; a held one is a fault of the test. */
export function runOf(plan: Plan, id: string): RunPlan {
  const { run, heldBy } = operationIn(plan, id);
  if (!run) throw new Error(`${id} is held by ${heldBy.join(', ')}`);
  return run;
}

/** One step of an operation, by its place. */
export function stepOf<K extends RunPlan['steps'][number]['kind']>(
  run: RunPlan,
  place: number,
  kind: K,
): Extract<RunPlan['steps'][number], { kind: K }> {
  const step = run.steps[place];
  if (step?.kind !== kind) throw new Error(`step ${place} is ${step?.kind}, expected ${kind}`);
  return step as Extract<RunPlan['steps'][number], { kind: K }>;
}

export function guardsOf(guards: readonly Guard[]): readonly string[] {
  return guards.map((guard) => `${guard.check}: ${guard.cause} unless ${say(guard.where)}`);
}

/** `total >= :query.min`, `r1.owner = _row`: columns plain, parameters behind a colon. */
export function say(expr: Expr | undefined): string {
  if (expr === undefined) return 'nothing';
  const names = new Map<string, string>();
  // Tables of subqueries are numbered anew in each expression.
  return written(expr).replace(/\br\d+\b/g, (name) => {
    if (!names.has(name)) names.set(name, `r${names.size + 1}`);
    return names.get(name)!;
  });
}

function written(expr: Expr): string {
  switch (expr.kind) {
    case 'column':
      return expr.source === undefined ? expr.column : `${expr.source}.${expr.column}`;
    case 'member':
      return expr.source ?? 'member';
    case 'at':
      return `${written(expr.json)} at ${JSON.stringify(expr.path)}`;
    case 'some':
      return `some(${expr.source} of ${written(expr.json)} ${JSON.stringify(expr.path)}: ${written(expr.where)})`;
    case 'literal':
      return typeof expr.value === 'object' && expr.value !== null ? expr.value.bigint : JSON.stringify(expr.value);
    case 'parameter':
      return `:${expr.name}`;
    case 'and':
    case 'or':
      return `(${expr.items.map(written).join(` ${expr.kind} `)})`;
    case 'not':
      return `not ${written(expr.item)}`;
    case 'compare':
      return `${written(expr.left)} ${expr.operator} ${written(expr.right)}`;
    case 'in':
      return `${written(expr.left)} in [${expr.values.map(written).join(', ')}]`;
    case 'is-blank':
    case 'is-set':
      return `${written(expr.operand)} ${expr.kind}`;
    case 'contains':
    case 'has':
      return `${written(expr.left)} ${expr.kind} ${written(expr.right)}${'scale' in expr ? ` at ${expr.scale}` : ''}`;
    case 'exists':
    case 'count':
      return `${expr.kind}(${expr.table} ${expr.alias}: ${written(expr.where)})`;
    case 'astray':
      return `astray(${expr.table} ${expr.alias}: ${written(expr.list)} ${JSON.stringify(expr.path)} where ${written(expr.where)})`;
    case 'rows':
      return `rows(${expr.table} ${expr.alias}: ${expr.columns.map(written).join(', ')} where ${written(expr.where)})`;
    case 'aggregate':
      return `${expr.of}(${expr.table} ${expr.alias}: ${written(expr.operand)} where ${written(expr.where)})`;
    case 'lookup':
      return `${expr.table}[${expr.match} = ${written(expr.value)}${expr.where ? ` and ${written(expr.where)}` : ''}].${expr.column}`;
    case 'case':
      return `case ${expr.branches.map((one) => `when ${written(one.when)} then ${written(one.then)}`).join(' ')} else ${written(expr.otherwise)}`;
    case 'arithmetic':
      return `(${written(expr.left)} ${expr.operator} ${written(expr.right)}${expr.scale === undefined ? '' : ` to ${expr.scale}`})`;
    case 'rescale':
      return `${written(expr.operand)}@${expr.from}>${expr.to}`;
    case 'concat':
      return expr.parts.map(written).join(' & ');
    case 'text':
      return `${expr.encode ? 'encoded' : 'text'}(${written(expr.operand)}${expr.scale === undefined ? '' : ` at ${expr.scale}`})`;
    case 'start':
      return `start(${written(expr.operand)} to ${expr.most})`;
    case 'fold':
    case 'octets':
      return `octets(${written(expr.operand)})`;
    case 'later':
      return `later(${expr.column}, ${written(expr.now)})`;
    case 'shift':
      return `${written(expr.instant)} + ${expr.by} ms`;
    case 'rounds':
    case 'onward':
      return `${expr.kind}(${written(expr.from)} to ${written(expr.to)} by ${expr.by} ms)`;
    case 'true':
    case 'false':
      return expr.kind;
  }
}
