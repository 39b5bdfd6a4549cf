// An operation as OpenAPI has it. Input: an operation and its name for clients. Output: an Operation Object.

import { isLimited } from '../analysis/refusals/causes/restriction.ts';
import { headingOf } from '../analysis/document/targets.ts';
import { orderOf } from '../analysis/document/check-order.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { oncePer } from '../base/once-per.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { LIMIT } from '../notation/limits.ts';
import { OPERATION } from '../notation/operation.ts';
import { REPEAT_RULES } from '../notation/repeat.ts';
import { valueOf } from '../notation/slot.ts';
import { answersOf } from './answers.ts';
import { notShown, openOf } from './not-shown.ts';
import { tagOf } from './operation-names.ts';
import { otherQueries, parametersOf } from './parameters.ts';
import { prose } from './prose.ts';
import { isSaid, type Schema } from './schema.ts';
import { requirementOf } from './security.ts';
import { sentBody } from './sent.ts';
import type { Showing } from './shown.ts';
import { extensions, texts } from './statements.ts';
import { isDeprecated } from './versions.ts';

/** Content has no meaning there: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.1 */
const NO_CONTENT: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export function operationObject(
  showing: Showing,
  linked: LinkedOperation,
  id: string,
  renamed: ReadonlyMap<string, string>,
): Schema {
  const { model } = showing;
  const { facts, operation } = linked;
  const parameters = parametersOf(showing, linked, renamed);
  const queries = otherQueries(showing, linked);
  const security = requirementOf(model, linked);
  return {
    operationId: id,
    tags: [tagOf(linked)],
    summary: summaryOf(linked),
    ...describe(linked),
    ...(isDeprecated(model) && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(showing, linked),
    responses: answersOf(showing, linked),
    ...('security' in security && { security: security.security }),
    ...(renamed.size > 0 && { 'x-ninefold-path': operation.path }),
    ...extensions(OPERATION, facts, (key) => key === 'body' && valueOf(facts.body)?.kind === 'shape'),
    ...(facts.repeatTable.items.length > 0 && { 'x-ninefold-repeat-rules': repeatRules(linked) }),
    'x-ninefold-checks': orderOf(linked),
    ...limitsOf(model, linked),
    ...(queries.length > 0 && { 'x-ninefold-other-queries': notShown(queries) }),
    ...notShown([...openOf(model, headingOf(linked)), ...(security['x-not-shown'] ?? [])]),
  };
}

/** What it does, in the words of the document. */
function summaryOf({ facts: { does }, operation }: LinkedOperation): string {
  const text = does.status === 'stated' ? does.text.replaceAll('`', '') : '';
  return text === '' ? `${operation.method} ${operation.path}` : text[0]!.toUpperCase() + text.slice(1);
}

/** What callers want to know first. */
const DESCRIBED: readonly (keyof typeof OPERATION)[] = ['does', 'who', 'repeat', 'emits'];

function describe({ facts }: LinkedOperation): Schema {
  const lines = DESCRIBED.flatMap((key) => {
    const slot = facts[key];
    return isSaid(slot) && 'text' in slot && slot.status !== 'none'
      ? [`- ${OPERATION[key].head}: ${prose(slot.text)}`]
      : [];
  });
  return lines.length === 0 ? {} : { description: lines.join('\n') };
}

function requestBody(showing: Showing, linked: LinkedOperation): Schema {
  const body = sentBody(showing, linked);
  if (!body) return {};
  const { 'x-not-shown': open = [], schema, required } = body;
  // What is open of a body that HTTP gives no meaning is listed with the operation.
  if (NO_CONTENT.has(linked.operation.method) && Object.keys(schema).length === 0) return {};
  const types = valueOf(linked.facts.mediaType)
    ?.in.split(',')
    .map((one) => one.trim()) ?? ['*/*'];
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  return { requestBody: { ...(required && { required }), content, ...notShown(open) } };
}

function repeatRules({ facts }: LinkedOperation): Schema {
  return Object.fromEntries(
    facts.repeatTable.items.flatMap(({ key, name, statement }) =>
      isSaid(statement) && 'text' in statement
        ? [[key === undefined ? name.text : REPEAT_RULES[key].head, statement.text]]
        : [],
    ),
  );
}

function limitsOf({ document }: Model, linked: LinkedOperation): Schema {
  const own = document.limits.limits.items.filter(
    (limit) => limit.appliesTo.status === 'stated' && isLimited(linked, limit),
  );
  return own.length === 0
    ? {}
    : { 'x-ninefold-limits': own.map((limit) => ({ name: limit.name.text, ...texts(LIMIT.columns, limit) })) };
}

/** Whether it runs says something of this runtime, not of the document; who calls an operation wants to know it all the same. */
export const heldOperations: (model: Model) => ReadonlySet<string> = oncePer(
  (model: Model) => new Set(gapView(model).operations.flatMap(({ id, runs }) => (runs === 'no' ? [id] : []))),
);
