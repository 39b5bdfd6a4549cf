// What to write where no operation can judge a condition of part 7: which code goes under Errors of which operation. Input: a model and
// the fact. Output: the end of a fix, with the names of the document, or nothing where no operation could judge it either.

import { didYouMean } from '../base/did-you-mean.ts';
import { fewest, series } from '../base/few.ts';
import { ticked } from '../base/ticked.ts';
import { operandsOf } from '../analysis/document/condition-walk.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { namedInBody } from '../analysis/document/input-fields.ts';
import type { Model } from '../model/model.ts';
import type { ErrorCode } from '../notation/errors.ts';
import { valueOf } from '../notation/slot.ts';
import { judgesOf, type Judges } from '../analysis/refusals/causes/judges.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import { UNJUDGED } from '../analysis/gaps/supported/instead.ts';

export function unjudgedAdvice(model: Model, { held, slot }: Fact): string | undefined {
  if (!held.includes(UNJUDGED)) return undefined;
  const code = model.document.errors.codes.items.find(({ when }) => when === slot);
  if (!code) return undefined;
  const judges = judgesOf(model, code);
  const name = ticked(code.code.text);
  if (judges.unable.length > 0)
    return `take ${name} out of Errors and Status of ${listed(judges.unable, 'and')}, where Does finds no one row to judge by it`;
  if (judges.able.length === 0) return misspelled(model, code);
  const may = `${listed(judges.able, 'or')} can judge it`;
  return `${untied(judges)}write \`\`- Errors: ${name} \`\` under each operation that it refuses: ${may}`;
}

/** A resource in front of a field makes it a rule of every operation that touches one. */
function untied({ tied, owned }: Judges): string {
  if (tied.length === 0 || !owned) return '';
  const { resource, path } = owned;
  const here = `this ${ticked(path)}`;
  return `write \`\` ${here} \`\` in place of ${ticked(`${resource}.${path}`)}, which is of ${listed(tied, 'and')}, too, where Does finds no one row, and `;
}

/** A field that no body and no row has is probably another one. */
function misspelled(model: Model, code: ErrorCode): string | undefined {
  const conditions = (valueOf(code.when) ?? []).flatMap((cause) =>
    cause.kind === 'condition' ? [cause.condition] : [],
  );
  for (const operand of conditions.flatMap(operandsOf)) {
    if (operand.kind !== 'field' || (operand.owner !== 'body' && operand.owner !== 'this')) continue;
    const name = operand.path.join('.');
    const known = operand.owner === 'body' ? bodyFields(model) : rowFields(model);
    const near = known.includes(name) ? undefined : didYouMean(name, known);
    if (near !== undefined)
      return `write \`\` ${operand.owner} ${ticked(near)} \`\` in place of \`\` ${operand.owner} ${ticked(name)} \`\`, which nothing has`;
  }
  return undefined;
}

function bodyFields(model: Model): readonly string[] {
  return [...model.operations.values()].flatMap((linked) => {
    const body = bodyOf(model, linked);
    return body.kind === 'fields' ? namedInBody(body.fields).map(({ path }) => path.join('.')) : [];
  });
}

function rowFields(model: Model): readonly string[] {
  return [...model.resources.values()].flatMap(({ fields }) => fields.items.map(({ name }) => name.text));
}

const MOST = 3;

function listed(operations: readonly string[], word: 'and' | 'or'): string {
  const all = operations.map(ticked);
  return all.length > MOST ? fewest(all, MOST) : series(all, word);
}
