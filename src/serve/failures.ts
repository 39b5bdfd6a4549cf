// Causes that the store or a condition names. In: a cause key. Out: the failure: where the cause is about a field, the
// field and its place in the body go with it. Notation, part 4, `<field>`, `<path>`, `<pointer>`.

import type { BodyFieldPlan } from '../plan/input.ts';
import type { RunPlan, Table } from '../plan/plan.ts';
import type { Failure } from './findings.ts';

/** What a cause is about, as causes name it: `Todo.title`. The first that the body has is told; else the first. */
type Subjects = readonly string[];

export function compileFailures(run: RunPlan, storage: readonly Table[]): (cause: string) => Failure {
  // What is not the caller's to send is no place where a caller could mend it.
  const fields = run.body.kind === 'fields' ? run.body.fields.filter((field) => field.sent.do === 'accept') : [];
  const unique = new Map(
    storage.flatMap(({ name, unique }) =>
      unique.map(({ cause, columns }) => [cause, columns.map((column) => `${name}.${column}`)] as const),
    ),
  );
  const known = new Map<string, Failure>();
  return (cause) => {
    let failure = known.get(cause);
    if (failure === undefined)
      known.set(cause, (failure = failureOf(cause, subjectsOf(cause, unique, run.told?.[cause]), fields)));
    return failure;
  };
}

function subjectsOf(cause: string, unique: ReadonlyMap<string, Subjects>, told: string | undefined): Subjects {
  const group = unique.get(cause);
  if (group !== undefined) return told === undefined ? group : [told, ...group];
  const subject = /^([^\s.]+\..+) (?:missing|blank|invalid|taken)$/.exec(cause)?.[1];
  return subject === undefined ? [] : [subject];
}

const READ_ONLY = 'read-only field ';

function failureOf(cause: string, subjects: Subjects, fields: readonly BodyFieldPlan[]): Failure {
  if (cause.startsWith(READ_ONLY)) {
    const sent = fields.find((each) => each.subject === cause.slice(READ_ONLY.length));
    return { cause: READ_ONLY.trim(), ...(sent && { field: sent.name, path: sent.path }) };
  }
  const referring = /^no such \S+ in (.+)$/.exec(cause)?.[1];
  const field =
    subjects.map((subject) => fields.find((each) => each.subject === subject)).find((each) => each !== undefined) ??
    (referring === undefined ? undefined : fields.find((each) => nameOf(each.subject) === referring));
  if (field !== undefined) return { cause, field: field.name, path: field.path };
  const name = subjects[0] === undefined ? referring : nameOf(subjects[0]);
  return name === undefined ? { cause } : { cause, field: name, path: name.split('.') };
}

function nameOf(subject: string): string {
  return subject.slice(subject.indexOf('.') + 1);
}
