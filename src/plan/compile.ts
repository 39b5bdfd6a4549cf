// The plan of a document: what runs, as plain data; what is held, and by what. Input: a model. Output: a Plan, JSON-serialisable,
// the same bytes for the same document. The gap view says what is held; this says how the rest runs, one file
// for each part.

import { headerOutput, rateOutput } from './headers.ts';
import { headerKey } from '../analysis/document/request-headers.ts';
import { known } from '../base/fault.ts';
import { OPERATION } from '../notation/operation.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { credentialQueries, schemesOf } from '../analysis/document/schemes.ts';
import type { OperationHolds } from '../analysis/document/gap-view.ts';
import { orderOf } from '../analysis/document/check-order.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { isOptional, readsCredentials } from '../analysis/document/callers.ts';
import { renamesOf } from '../analysis/document/renames.ts';
import { versionQueries } from '../analysis/document/versions.ts';
import { isStream } from '../analysis/document/streams.ts';
import { operationId, partPath } from '../analysis/document/slot-ids.ts';
import { schemePlans } from './schemes.ts';
import { signingPlans, signPlan } from './signed.ts';
import { namesTokens, TOKENS } from './token-table.ts';
import { notedFor } from './limit-table.ts';
import { limitPlans } from './endpoints/limits.ts';
import { callerVersion } from './caller-version.ts';
import { contextOf, operationContext, type Context, type OperationContext } from './context.ts';
import { answersOf } from './endpoints/answers.ts';
import { buildOf } from './endpoints/assigned.ts';
import { bodyPlan } from './endpoints/body.ts';
import { madeFor } from './endpoints/body-rows.ts';
import { pagesOf } from './endpoints/cursors.ts';
import { requirementsOf, stepsOf } from './endpoints/effects.ts';
import type { Insert } from './endpoints/inserts.ts';
import { headerParameters, queryParameters, unknownQuery } from './endpoints/parameters.ts';
import { pathParameters } from './endpoints/path-parameters.ts';
import { alsoAt, crossOriginOf, segmentsOf } from './endpoints/routes.ts';
import { reuseSteps } from './endpoints/refresh.ts';
import { cookiesOf } from './endpoints/tokens.ts';
import { unshownIn } from './endpoints/unshown.ts';
import { floorAssumed, floorRestsOn, refusalsOf, serviceRefusals } from './errors.ts';
import { failurePlaces } from './failure-places.ts';
import { givenRowsPlans } from './given-rows.ts';
import { guardsIn } from './refuse.ts';
import { callerTokenPlans } from './issued-tokens.ts';
import { keysPlans } from './keys.ts';
import { madeMoves } from './made-moves.ts';
import { withMemberIndexes } from './member-indexes.ts';
import { resultsOf } from './endpoints/results.ts';
import type { Shapes } from './nested.ts';
import { DELIVERY_TABLES } from './deliveries.ts';
import { deliveryOf, deliveryPlan } from './delivery.ts';
import { withEvents } from './outbox.ts';
import { OF_A_CALL } from './of-a-call.ts';
import { outsidePlans } from './outside.ts';
import { preconditionPlans } from './preconditions.ts';
import type { Held, OperationPlan, Plan, RunPlan } from './plan.ts';
import { ratesPlan } from './rates.ts';
import { repeatPlan } from './repeats.ts';
import { tablesOf } from './resources.ts';
import { rowSets } from './row-sets.ts';
import { plain } from './plain.ts';
import { shownRows } from './shown-rows.ts';
import { shownShapes } from './shown-shapes.ts';
import type { Step } from './steps.ts';
import { timedGroups } from './timed.ts';
import { withTotals } from './totals.ts';
import { servedAt, versionsPlan } from './versions.ts';
import type { VersionsPlan } from './versions-plan.ts';

export function plan(model: Model): Plan {
  const context = contextOf(model);
  const shapes: Shapes = new Map();
  const time = timedGroups(model);
  const versions = versionsPlan(context);
  const holds = new Map(gapView(model).operations.map((one) => [one.id, one]));
  const operations = [...model.operations].map(([heading, linked]) =>
    operationPlan(context, { shapes, time, versions }, linked, holds.get(heading)!),
  );
  const outside = outsidePlans(context, time);
  const byHand = rowSets(context, shapes, time).map((run) => ({ run }));
  const delivery = deliveryPlan(context, time);
  const acting = [...operations, ...outside, { run: delivery.webhook?.givenUp }];
  // Where every operation is held, nothing shows what time would do: nothing is done.
  const wanted = new Set(acting.flatMap(({ run }) => run?.timed ?? []));
  const timed = time.flatMap(({ group }) => (wanted.has(group.tables[0]!) ? [group] : []));
  const { events, outbox, payloads, told, toldByTime } = withEvents(context, [...acting, ...byHand], timed);
  const namesThem = schemesOf(model).length > 0 && operations.some(({ run }) => run?.steps.some(namesTokens));
  const hasCallers = namesThem || operations.some(({ run }) => run?.credentials !== undefined);
  const keys = hasCallers ? keysPlans(model) : [];
  const callerTokens = hasCallers ? callerTokenPlans(model) : [];
  const signs = operations.some(({ run }) => run?.signs) || hasCallers ? signingPlans(model) : [];
  const openBy = openOperations(context);
  const floor = floorRestsOn(context);
  const given = givenRowsPlans(context);
  const made = tablesOf(context);
  const stored = withTotals(withMemberIndexes(made.tables, made.indexes, operations), operations);
  return plain({
    format: 1,
    name: valueOf(model.document.title.name) ?? '',
    storage: [
      ...stored.tables,
      ...(keys.length > 0 || namesThem ? [TOKENS] : []),
      ...notedFor(operations),
      ...(events.length > 0 ? [...outbox, ...DELIVERY_TABLES] : []),
    ],
    ...(stored.indexes.length > 0 && { indexes: stored.indexes }),
    ...renamedIn(model),
    ...(events.length > 0 && { events, delivery: deliveryOf(delivery, payloads, told) }),
    ...servedAt(model, versions),
    complete: openBy.length === 0,
    openBy,
    operations: operations.map(told),
    ...(hasCallers && { schemes: schemePlans(context) }),
    ...(keys.length > 0 && { keys }),
    ...(callerTokens.length > 0 && { callerTokens }),
    ...(signs.length > 0 && { signs }),
    ...(timed.length > 0 && { timed: timed.map(toldByTime) }),
    ...(outside.length > 0 && { outside: outside.map(told) }),
    ...(byHand.length > 0 && { rowSets: byHand.map((one) => told(one).run) }),
    ...(given.length > 0 && { given }),
    rows: shownRows(model, time, wanted),
    shapes: Object.fromEntries([...shapes].sort(([a], [b]) => (a < b ? -1 : 1))),
    ...shownShapes(model),
    refusals: serviceRefusals(context),
    ...headersOfAll(model),
    ...(floor.length > 0 && { floorRestsOn: floor }),
    ...assumptionsOf(context),
    gaps: context.named(),
  });
}

function renamedIn(model: Model): Pick<Plan, 'renames'> {
  const renames = renamesOf(model);
  return renames.length > 0 ? { renames } : {};
}

/** What every answer has, also one that a gap refuses: no row is at hand. */
function everyAnswer({ facts }: LinkedOperation): Pick<OperationPlan, 'headers'> {
  const headers = (valueOf(facts.headers) ?? []).flatMap((header) => {
    const { name, value } = header;
    return value === undefined ? (rateOutput(header) ?? []) : [headerOutput(name.text, value, undefined)];
  });
  return headers.length === 0 ? {} : { headers };
}

/** What is declared under All operations: a request that reaches none may bring it, too. */
function headersOfAll({ document }: Model): Pick<Plan, 'headers'> {
  const { headerTable, headersIn } = document.endpoints.all;
  const always = (valueOf(headersIn) ?? []).filter(({ need }) => need !== 'on');
  const names = [...headerTable.items.map(({ name }) => name), ...always.map(({ header }) => header)];
  return names.length === 0 ? {} : { headers: [...new Set(names.map(({ text }) => headerKey(text)))] };
}

/** What is assumed; and what of it every answer rests on, whether or not a request meets an operation. */
function assumptionsOf(context: Context): Pick<Plan, 'assumed' | 'floorAssumed' | 'assumptions'> {
  const { assumed } = gapView(context.model);
  if (assumed.length === 0) return {};
  const everywhere = assumed.filter(({ id, of }) => OF_ALL.has(id) || of === OPERATION.base).map(({ id }) => id);
  const assumptions = Object.fromEntries(assumed.map(({ id, assumption }) => [id, assumption]));
  const floor = floorAssumed(context);
  return {
    ...(everywhere.length > 0 && { assumed: everywhere }),
    ...(floor.length > 0 && { floorAssumed: floor }),
    assumptions,
  };
}

/** Whether there are more paths, and more errors, than are written. */
const OF_ALL: ReadonlySet<string> = new Set(['lists', '4/operations', '7/codes']);

/** What leaves the list of operations open: then a path or method without a row is held by it. */
function openOperations(context: Context): readonly string[] {
  const id = context.gap(partPath(4, 'operations'));
  if (id === undefined) return [];
  context.held([id]);
  return [id];
}

/** What the operations share. */
interface Whole {
  readonly shapes: Shapes;
  readonly versions: VersionsPlan | undefined;
  readonly time: ReturnType<typeof timedGroups>;
}

function operationPlan(context: Context, whole: Whole, linked: LinkedOperation, holds: OperationHolds): OperationPlan {
  const { operation } = linked;
  const { runs, heldBy, partlyHeldBy, restsOn, assumed, partlyAssumed } = holds;
  for (const id of [...heldBy, ...partlyHeldBy, ...restsOn]) context.held([id]);
  const path = segmentsOf(operation.path);
  const also = alsoAt(linked);
  const unshown = unshownIn(context.model, linked, [path, ...also]);
  const shared = {
    id: operation.name.text,
    method: operation.method,
    path,
    alsoAt: also,
    ...(unshown.length > 0 && { unshown }),
    heldBy,
    partlyHeldBy,
    restsOn,
    ...(assumed && { assumed }),
    ...(partlyAssumed && { partlyAssumed }),
    crossOrigin: crossOriginOf(context.model, linked),
    ...everyAnswer(linked),
  };
  const holding = (held: Held): OperationPlan => ({ ...shared, runs: 'no', heldBy: held.by, held, run: undefined });
  if (runs === 'no') return holding(context.held(heldBy));
  try {
    const run = runPlan(operationContext(context, linked, OF_A_CALL), whole);
    return { ...shared, runs, held: undefined, run };
  } catch (error) {
    // A document that is too deep to be followed is no fault; anything else is rather held than served wrong.
    if (error instanceof RangeError) throw error;
    return holding(context.faulty(operationId(shared.id, 'does'), error instanceof Error ? error.message : ''));
  }
}

function runPlan(context: OperationContext, { shapes, versions, time }: Whole): RunPlan {
  // Without it every caller would be let in.
  known(valueOf(context.linked.facts.who), 'nothing says who may call');
  const order = orderOf(context.linked);
  const sent = bodyPlan(context, shapes);
  const build = buildOf(context, sent);
  const results = resultsOf(build);
  const { answers, asked } = answersOf(context, results);
  const { steps, before, verifies } = stepsOf(build, order, asked, time);
  const pages = pagesOf(context, steps);
  const cookies = cookiesOf(context);
  const signs = signPlan(context);
  const whenRefused = reuseSteps(context);
  const requires = requirementsOf(build);
  const makes = madeMoves(context);
  const path = pathParameters(context);
  const query = queryParameters(context);
  const headers = headerParameters(context);
  const unknown = unknownQuery(context);
  const elsewhere = [...credentialQueries(context.model), ...versionQueries(context.model)];
  const unread = unknown === 'ignored' ? [] : elsewhere;
  const preconditions = preconditionPlans(context.model, context.linked);
  const rates = ratesPlan(context);
  const repeat = repeatPlan(context);
  const version = callerVersion(context, versions);
  const refusals = refusalsOf(context, context.linked);
  const { body, make } = madeFor(sent, steps.find(isOfEach)?.each ?? [], context.made);
  const places = failurePlaces(context.model, context.linked, body, [...guardsIn(steps), ...requires]);
  return {
    order,
    ...(readsCredentials(context.linked) && { credentials: { required: !isOptional(context.model, context.linked) } }),
    path,
    query,
    ...(headers.length > 0 && { headers }),
    unknownQuery: unknown,
    ...(unread.length > 0 && { unreadQuery: unread }),
    ...(preconditions.length > 0 && { preconditions }),
    ...(version && { version }),
    body,
    ...limitPlans(context.model, context.linked),
    ...(rates && { rates }),
    ...(repeat && { repeat }),
    requires,
    ...(verifies.length > 0 && { verifies }),
    make,
    steps,
    ...(makes.length > 0 && { makes }),
    ...(whenRefused.length > 0 && { whenRefused }),
    ...(before.length > 0 && { timed: before }),
    answers,
    ...(pages && { pages }),
    ...(cookies.length > 0 && { cookies }),
    ...(signs && { signs }),
    ...(isStream(context.model, context.linked) && { stream: true as const }),
    ...(results.length > 0 && { results: results.map((one) => one.rule) }),
    ...(Object.keys(places).length > 0 && { places }),
    refusals: { ...refusals, ...Object.fromEntries(context.holds) },
  };
}

function isOfEach(step: Step): step is Insert {
  return step.kind === 'insert' && step.each !== undefined;
}
