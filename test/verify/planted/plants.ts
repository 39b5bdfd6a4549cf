// Faults that are planted in the sources of analysis and plan, one at a time: in what is stated, by analysis, or in what runs, by the plan; some of
// events in those of serve.
// Each: where, what stands there, what stands there instead, and the document whose service then does something else.

import { FAULTS as OF_CALLERS } from '../../callers/faults.ts';
import type { Fault, FaultClass } from '../twins/twin.ts';

export interface Plant extends Fault {
  /** Below the project. */
  readonly document: string;
  /** Below `src`. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** It shows when time passes: the clock is moved on the operator's port. */
  readonly clock?: true;
}

type Place = Pick<Plant, 'file' | 'before' | 'after' | 'shows' | 'clock'>;

function plant(name: string, kind: FaultClass, document: string, said: string, place: Place): Plant {
  return { name, class: kind, document, said, ...place };
}

/** One that is planted for the tables of who may do what, too. */
function ofCallers(name: string, kind: FaultClass, document: string, what: string, shows: RegExp): Plant {
  const found = OF_CALLERS.find((one) => one.what === what);
  if (!found) throw new Error(`there is no fault: ${what}`);
  const { file, before, after } = found;
  return { name, class: kind, document, said: what, shows, file, before, after };
}

const TODO = 'examples/todo-backend.md';
const TICKETS = 'examples/ticket-shop.md';
const CONDUIT = 'examples/conduit.md';
const REPAIRS = 'examples/repair-shop.md';
const PRICES = 'examples/price-list.md';
const TIDES = 'examples/tide-tables.md';
const SAME_VALUES = 'test/parts/endpoints/repeats-same-values.md';
const QUOTATIONS = 'examples/quotations.md';
const BY_TIME = 'test/parts/states/moves-by-time.md';
const NOTES = 'test/parts/endpoints/preconditions.md';
const BY_KEY = 'test/parts/endpoints/repeats-by-key.md';

const MOVES: readonly Plant[] = [
  plant('any move', 'illegal move', TICKETS, 'A move is made from every state.', {
    shows: /illegal move/,
    file: 'plan/states.ts',
    before: "else if (!accepted) guards.push(guardOf(legal, { kind: 'illegal move', on: view.name }));",
    after: 'else if (!accepted) guards.push();',
  }),
  plant('only if is not asked', 'illegal move', TICKETS, 'Only if of a move is read over.', {
    shows: /POST \/concerts\/\{id\}\/orders,.*illegal move/,
    file: 'plan/moves.ts',
    before: "return condition ? conditionExpr(condition, scope) : { kind: 'true' };",
    after: "return condition && scope.row?.kind === 'none' ? conditionExpr(condition, scope) : { kind: 'true' };",
  }),
  plant('any change', 'illegal move', REPAIRS, 'A row is changed in every state.', {
    shows: /PATCH \/repairs\/\{id\},.*wrong_stage/,
    file: 'plan/other-changes.ts',
    before: "  if (code !== undefined) guards.push(guardOf(lets, { kind: 'refused', code }));\n",
    after: '',
  }),
  plant('refusals of the table', 'refusal', REPAIRS, 'A row that refuses a move with a code of its own is read over.', {
    shows: /POST \/repairs\/\{id\}\/decline,.*work_promised/,
    file: 'plan/moves.ts',
    before: "else guards.push(refused(row, some([...made, { kind: 'not', item: row.holds }])));",
    after: '',
  }),
  plant('late', 'timed move', BY_TIME, 'A move is made a minute late.', {
    clock: true,
    shows: /status: "old"|status|the Thing/,
    file: 'plan/due.ts',
    before: 'right: shifted(at, -timed.delay) };',
    after: 'right: shifted(at, -timed.delay - 60_000) };',
  }),
  plant('early', 'timed move', BY_TIME, 'A move is made a minute early.', {
    clock: true,
    shows: /status/,
    file: 'plan/due.ts',
    before: 'right: shifted(at, -timed.delay) };',
    after: 'right: shifted(at, -timed.delay + 60_000) };',
  }),
  plant('never', 'timed move', BY_TIME, 'Time moves nothing.', {
    clock: true,
    shows: /status|the Thing/,
    file: 'plan/due.ts',
    before: '  return all([isIn(row, timed.from), reached, onlyIf]);',
    after: "  return all([isIn(row, timed.from), reached, onlyIf, { kind: 'false' }]);",
  }),
  plant('from every state', 'timed move', BY_TIME, 'Time moves rows in states that it has nothing to do with.', {
    clock: true,
    shows: /status|the Thing/,
    file: 'analysis/machines/timed.ts',
    before: 'const from = move.from.filter((state) => state !== to);',
    after: 'const from = view.states.filter((state) => state !== to);',
  }),
  plant('changed by nobody', 'timed move', BY_TIME, 'A row that time moves does not say that it was changed.', {
    clock: true,
    shows: /changed:/,
    file: 'plan/due.ts',
    before: '    ...changeStamps(context, resource, made, moment),\n',
    after: '',
  }),
  plant('minutes are seconds', 'timed move', BY_TIME, 'What is stated in minutes passes in seconds.', {
    clock: true,
    shows: /status|the Thing/,
    file: 'analysis/machines/timed.ts',
    before: 'delay: by.delay };',
    after: 'delay: by.delay / 60 };',
  }),
];

const CALLERS: readonly Plant[] = [
  ofCallers(
    'tokens after a new password',
    'authentication',
    TICKETS,
    'A new password revokes nothing.',
    /\(wrong token\)/,
  ),
  ofCallers(
    'any password',
    'authentication',
    TICKETS,
    'Signing in does not ask for the secret.',
    /POST \/sessions,.*\(wrong credentials\)/,
  ),
  ofCallers('any role', 'role', TICKETS, 'A role lets in everybody who is signed in.', /\(not permitted/),
  ofCallers('any owner', 'owner', CONDUIT, 'An owner is everybody.', /\(not permitted on \w+\)/),
  ofCallers(
    'others learn that it is there',
    'owner',
    TICKETS,
    '`others see no such R` is read over: others learn that the row is there.',
    /\/orders\/\{number\}.*\(no such Order\)/,
  ),
  ofCallers(
    'updated by anybody',
    'owner',
    TICKETS,
    'What is updated is updated by anybody.',
    /(?:PATCH \/concerts\/\{id\}|PUT \/users\/\{id\}\/role),.*\(not permitted/,
  ),
  ofCallers('all items', 'list of others', TICKETS, '`which items` selects nothing.', /GET \/concerts\/own,/),
];

const BODIES: readonly Plant[] = [
  ofCallers(
    'fields that nobody may send',
    'refusal',
    TICKETS,
    'Fields that nobody may send are taken.',
    /\((?:read-only|unknown) field\)/,
  ),
  plant('no upper bound', 'refusal', TICKETS, 'A number may be larger than its Allowed values.', {
    shows: /(?:Concert\.price|Order\.seats) invalid/,
    file: 'analysis/values/value-schemas.ts',
    before: "return bounds('minimum', numeral(constraint.min), 'maximum', numeral(constraint.max));",
    after: "return bounds('minimum', numeral(constraint.min), 'maximum', undefined);",
  }),
  plant('blanks', 'refusal', CONDUIT, 'A text that is not to be blank may be.', {
    shows: /\(\w+\.\w+ blank\)/,
    file: 'plan/endpoints/body.ts',
    before: "...(allowsNoBlank(field) && { blank: causeKey(fails('blank')) }),",
    after: '',
  }),
  plant('case counts', 'refusal', REPAIRS, 'Two values that differ in case alone are two.', {
    shows: /Repair\.serial taken/,
    file: 'plan/indexes.ts',
    before: 'add({ columns: fields, ignoringCase, cause: causeKey(cause) }, what);',
    after: 'add({ columns: fields, ignoringCase: false, cause: causeKey(cause) }, what);',
  }),
  plant('taken twice', 'refusal', CONDUIT, 'What has to be unique is not.', {
    shows: /User\.\w+ taken/,
    file: 'plan/indexes.ts',
    before: 'for (const { fields, ignoringCase, cause } of uniqueGroups(resource)) {',
    after: 'for (const { fields, ignoringCase, cause } of uniqueGroups(resource).slice(0, 1)) {',
  }),
  plant('last error first', 'refusal', TICKETS, 'Of two refusals the one that comes last in the document answers.', {
    shows: /wrong order,.*expected 4.*got 4/,
    file: 'plan/errors.ts',
    before: '    rank,\n',
    after: '    rank: 1000 - rank,\n',
  }),
  plant('one message', 'refusal', CONDUIT, 'Of several fields that fail only the first is told.', {
    shows: /errors/,
    file: 'plan/endpoints/body.ts',
    before: 'collect: open === undefined ? twoFail && (collect ?? false) : { held: context.held([open]) },',
    after: 'collect: false,',
  }),
  plant('null is left out', 'null, absent, default', TODO, 'A null that does not fit counts as left out.', {
    shows: /Todo\.\w+ (?:blank|invalid|missing)\)|(?:title|completed|order):/,
    file: 'analysis/values/input-rules.ts',
    before: 'const byType = nullable && !isBlankAsNull(field) ? ACCEPT : refused;',
    after: "const byType = nullable && !isBlankAsNull(field) ? ACCEPT : ({ do: 'as missing' } as const);",
  }),
  plant('no default', 'null, absent, default', TODO, 'A new row has no defaults.', {
    shows: /completed:/,
    file: 'analysis/values/input-rules.ts',
    before:
      'const given = valueOf(field.default);\n  if (given) return filled(given);\n  const required = valueOf(field.required)?.kind;\n  const must',
    after: 'const required = valueOf(field.required)?.kind;\n  const must',
  }),
  plant('defaults again', 'null, absent, default', TODO, 'What an update leaves out gets its default again.', {
    shows: /PATCH .*completed:/,
    file: 'analysis/values/input-rules.ts',
    before: "if (policy === 'kept') return KEEP;",
    after: "if (policy === 'kept') return valueOf(field.default) ? clearedRule(linked, field) : KEEP;",
  }),
  plant('rows of others', 'reference', CONDUIT, 'A row that a path names inside of another one may be inside of any.', {
    shows: /DELETE \/articles\/\{slug\}\/comments\/\{id\},.*no such Comment/,
    file: 'plan/request-parameters.ts',
    before: 'if (selection.inside !== undefined) {',
    after: "if (selection.inside === '') {",
  }),
];

const ANSWERS: readonly Plant[] = [
  plant('skips the first', 'page', TICKETS, 'A list begins with its second row.', {
    shows: /GET \/(?:concerts(?:\/own)?|orders|users),/,
    file: 'plan/endpoints/pages.ts',
    before: "[counted(context, first, least, { do: 'fill', value: least })];",
    after: "[counted(context, first, least, { do: 'fill', value: 1 })];",
  }),
  plant('pages count from 0', 'page', PRICES, 'The first page is the second one.', {
    shows: /GET \/products,/,
    file: 'plan/endpoints/pages.ts',
    before: "operator: '-', left: sent(first), right: number(1), type: 'integer' };",
    after: "operator: '-', left: sent(first), right: number(0), type: 'integer' };",
  }),
  plant('pages of any size', 'page', PRICES, 'A page may be larger than the largest one.', {
    shows: /GET \/products,.*(?:size|rows|products)/,
    file: 'plan/endpoints/pages.ts',
    before: "  if (typeof more !== 'number') return {};\n",
    after: '  if (more !== undefined) return {};\n',
  }),
  plant('other way round', 'page', TICKETS, 'What is listed by its creation is listed the other way round.', {
    shows: /GET \/(?:concerts(?:\/own)?|orders|users),.*in their order/,
    file: 'plan/endpoints/lists.ts',
    before: 'return [...terms, { expr: keyOf(row), descending: key.descending }];',
    after: 'return [...terms, { expr: keyOf(row), descending: !key.descending }];',
  }),
  plant('ties anyhow', 'page', PRICES, 'Rows that are equal in the order of a list are listed by their age alone.', {
    shows: /GET \/products,.*in their order/,
    file: 'plan/endpoints/lists.ts',
    before: 'terms.push({ expr: field.expr, descending: key.descending });',
    after: 'if (terms.length === 0) terms.push({ expr: field.expr, descending: key.descending });',
  }),
  plant('filters nothing', 'page', REPAIRS, 'A query parameter that selects rows selects all of them.', {
    shows: /GET \/(?:repairs|apps),/,
    file: 'plan/endpoints/lists.ts',
    before: "return some([{ kind: 'not', item: { kind: 'is-set', operand: value.expr } }, condition]);",
    after:
      "return some([{ kind: 'true' }, { kind: 'not', item: { kind: 'is-set', operand: value.expr } }, condition]);",
  }),
  plant('filters at the bound', 'page', REPAIRS, 'A filter by more than a value lets that value pass, too.', {
    shows: /GET \/repairs,/,
    file: 'plan/endpoints/lists.ts',
    before: '    return [unlessSent(value, conditionExpr(selects.condition, scope))];',
    after: `    const { condition } = selects;
    const isMore = condition.kind === 'compare' && condition.operator === '>';
    return [unlessSent(value, conditionExpr(isMore ? { ...condition, operator: '>=' } : condition, scope))];`,
  }),
  plant('total of the page', 'total', REPAIRS, 'The number of rows is that of the page.', {
    shows: /\btotal\b/,
    file: 'plan/shapes.ts',
    before: "      return { kind: 'word', word: template.word };",
    after: "      return { kind: 'word', word: template.word === 'total' ? 'count' : template.word };",
  }),
  plant('hidden fields', 'hidden field', REPAIRS, 'What is never shown is shown.', {
    shows: /invented field, \S*secret|secret:/,
    file: 'plan/shapes.ts',
    before: 'return !isHidden(field) || (isNew && isShownOnce(field));',
    after: "return !isHidden(field) || field.name.text !== 'password';",
  }),
  plant('all fields', 'undeclared', REPAIRS, 'An answer shows the fields that it is to be without.', {
    shows: /no member (?:received_at|changed_at|repair): this answer does not show it/,
    file: 'plan/shapes.ts',
    before: 'return base.filter((field) => !without.some(({ text }) => isNamed(field, text)));',
    after: 'return base.filter((field) => !without.some(({ text }) => isNamed(field, text) && isHidden(field)));',
  }),
  plant('made with 200', 'undeclared', TIDES, 'What is made is answered with 200.', {
    shows: /expected 201.*got 200/,
    file: 'plan/endpoints/answers.ts',
    before: "if ('code' in status) return status.code;",
    after: "if ('code' in status) return status.code === 201 ? 200 : status.code;",
  }),
  plant('no header', 'undeclared', TIDES, 'An answer lacks a header that is stated.', {
    shows: /POST \/quays,.*header location/,
    file: 'plan/endpoints/answers.ts',
    before: 'headers: headers.filter((header) => header !== typed),\n    ...tagOf',
    after: 'headers: headers.filter((header) => header === typed),\n    ...tagOf',
  }),
  plant('addresses as they are', 'derived value', TIDES, 'What is not for an address is not encoded in one.', {
    shows: /\burl:|header location/,
    file: 'plan/computed.ts',
    before: "{ kind: 'text', operand: value.expr, encode: true, ...",
    after: "{ kind: 'text', operand: value.expr, ...",
  }),
  plant('slug stays', 'derived value', CONDUIT, 'A slug does not follow its title.', {
    shows: /slug:/,
    file: 'plan/rules.ts',
    before: "if (rule?.kind !== 'slug' || rule.atCreate || !values.has(rule.of.text)) return undefined;",
    after: "if (rule?.kind !== 'slug' || !rule.atCreate || !values.has(rule.of.text)) return undefined;",
  }),
  plant(
    'changed when made',
    'derived value',
    CONDUIT,
    'The instant of a change stays the one at which the row was made.',
    {
      shows: /updatedAt:/,
      file: 'plan/rules.ts',
      before: "if (rule?.kind === 'now' && rule.when === 'at change') {",
      after: "if (rule?.kind === 'now' && rule.when === 'at change' && values.size === 0) {",
    },
  ),
  plant('counts all', 'derived value', CONDUIT, 'A count looks at the rows of all.', {
    shows: /favoritesCount:/,
    file: 'plan/computed.ts',
    before: "{ expr: { kind: 'count', ...found(context, row, rule) }, kind: 'integer', scale: 0 };",
    after:
      "{ expr: { kind: 'count', ...found(context, row, rule), where: { kind: 'true' } }, kind: 'integer', scale: 0 };",
  }),
  plant('from the left', 'derived value', PRICES, 'Arithmetic subtracts where it is to add.', {
    shows: /gross:|at_most=/,
    file: 'plan/arithmetic.ts',
    before: "expr: { kind: 'arithmetic', operator, ...operands, type, ...",
    after: "expr: { kind: 'arithmetic', operator: operator === '+' ? '-' : operator, ...operands, type, ...",
  }),
];

const EFFECTS: readonly Plant[] = [
  plant('nothing goes along', 'cascade', TIDES, 'When deleted deletes nothing.', {
    shows: /Tide/,
    file: 'plan/cascades.ts',
    before:
      "for (const rule of rulesOf(resource)) if (rule.kind === 'deletes every') goesToo(on, rule, level, cascade, each);",
    after:
      "for (const rule of rulesOf(resource)) if (rule.kind === 'deletes every' && level.above.length > 1) goesToo(on, rule, level, cascade, each);",
  }),
  plant('all go along', 'cascade', TIDES, 'When deleted takes along the rows of others.', {
    shows: /Tide/,
    file: 'plan/cascades.ts',
    before: 'cascade.push({ table: name, alias, where: level.within(goes) });',
    after: "cascade.push({ table: name, alias, where: level.within({ kind: 'true' }) });",
  }),
  plant('values given are not kept', 'effect', TICKETS, '`with` gives a new row nothing that has a default.', {
    shows: /organiser:|role:|organiser|not permitted/,
    file: 'plan/endpoints/inserts.ts',
    before: "for (const assignment of 'with' in effect ? effect.with : []) {",
    after: "for (const assignment of 'with' in effect ? effect.with.slice(0, 1) : []) {",
  }),
  plant('events are lost', 'event', REPAIRS, 'A move sends nothing.', {
    clock: true,
    shows: /wrong event,.*repair\.\w+/,
    file: 'plan/endpoints/emits.ts',
    before: 'for (const { event, when } of moved) whens.set(event, [...(whens.get(event) ?? []), when]);',
    after: 'for (const { event, when } of moved.slice(1)) whens.set(event, [...(whens.get(event) ?? []), when]);',
  }),
  plant('events are doubled', 'event', REPAIRS, 'A move sends its event twice.', {
    shows: /wrong event,.*one event for each cause/,
    file: 'plan/endpoints/emits.ts',
    before: 'return { emits: [...whens].map(([event, items]) => emitWhen(event, senderOf(context), items)) };',
    after: 'return { emits: [...whens, ...whens].map(([event, items]) => emitWhen(event, senderOf(context), items)) };',
  }),
  plant('events of every row', 'event', REPAIRS, 'A move sends the events of other rows of its table, too.', {
    shows: /wrong event,.*one event for each cause|invented event|wrong event,.*repair\.\w+/,
    file: 'plan/moves.ts',
    before: '.map(({ text }) => ({ event: text, when })),',
    after: ".map(({ text }) => ({ event: text, when: { kind: 'true' } as const })),",
  }),
  plant('one receiver', 'event', REPAIRS, 'Of several receivers only the first gets an event.', {
    clock: true,
    shows: /wrong event,.*nothing came/,
    file: 'serve/relay/receivers.ts',
    before: 'return rows.map(({ key }) => ({ receiver: key, lane: laneOf(order, event, key) }));',
    after: 'return rows.slice(0, 1).map(({ key }) => ({ receiver: key, lane: laneOf(order, event, key) }));',
  }),
  plant('every receiver', 'event', REPAIRS, 'An event is sent to all receivers, whomever it is for.', {
    shows: /wrong event,.*one event for each cause/,
    file: 'plan/receivers.ts',
    before: '    ...(asked ? [conditionExpr(asked.condition, { context, row, self, sent: NOTHING_SENT })] : []),\n',
    after: '',
  }),
  plant('events overtake', 'event', REPAIRS, 'An event does not wait for one that is tried again.', {
    shows: /wrong event,.*in the order/,
    file: 'plan/delivery.ts',
    before: "  if (stated?.kind === 'each row') return { kind: 'each row', resource: stated.resource.text };\n",
    after: "  if (stated?.kind === 'each row') return { kind: 'none' };\n",
  }),
  plant('one payload', 'event', REPAIRS, 'Each event has the payload of the first kind.', {
    shows: /wrong event,.*type: "repair\.(?:mended|returned)"/,
    file: 'plan/payloads.ts',
    before: "  if (payload) return { kind: 'shape', shape: payload.shape };\n",
    after:
      "  const first = [...kinds.values()].map((one) => valueOf(one.payload)).find((one) => one?.kind !== 'same as');\n  if (payload && first && 'shape' in first) return { kind: 'shape', shape: first.shape };\n",
  }),
  plant('nothing is signed', 'event', REPAIRS, 'Events have no signature.', {
    shows: /wrong event,.*signature/,
    file: 'plan/delivery.ts',
    before: "  if (signature.status === 'none') return { kind: 'none' };\n",
    after: "  if (signature.status !== 'absent') return { kind: 'none' };\n",
  }),
  plant('signed without its time', 'event', REPAIRS, 'The signature of an event is not over its time.', {
    shows: /wrong event,.*signature/,
    file: 'serve/relay/signatures.ts',
    before: '`${message.id}.${message.timestamp}.${message.body}`',
    after: '`${message.id}.${message.body}`',
  }),
  plant('older versions are unknown', 'version', TIDES, 'Only the current version is served.', {
    shows: /expected 200.*got 400 \{"error":"no_such_version"/,
    file: 'plan/versions.ts',
    before: 'served: [versionOf(first), ...others.map(versionOf)],',
    after: 'served: [versionOf(first), ...others.slice(1).map(versionOf)],',
  }),
  plant('withdrawn is unknown', 'version', TIDES, 'A version that is over is refused as one that never was.', {
    shows: /version withdrawn/,
    file: 'plan/versions.ts',
    before: 'gone: versions.scheme ? [...withdrawn.map((name) => ({ name })), ...ended.map(versionOf)] : [],',
    after: 'gone: versions.scheme ? ended.map(versionOf) : [],',
  }),
  plant('withdrawn is served', 'version', TIDES, 'A version that the table calls withdrawn is served.', {
    shows: /version withdrawn/,
    file: 'analysis/document/versions.ts',
    before: 'const served = [...new Set([current, ...listed])];',
    after: 'const served = [...new Set([current, ...listed, ...rows.map(({ name }) => name)])];',
  }),
  plant('one call more', 'limit', QUOTATIONS, 'A rate lets in one call more.', {
    clock: true,
    shows: /limit missed,|Wrong passwords|too_/,
    file: 'plan/rates.ts',
    before: 'const numbers = { count, window,',
    after: 'const numbers = { count: count + 1, window,',
  }),
  plant('no deprecation', 'version', TIDES, 'A version that is deprecated does not say so.', {
    shows: /header deprecation/i,
    file: 'plan/versions.ts',
    before: '    ...(from !== undefined && { deprecated: beginningOf(from) }),\n',
    after: '',
  }),
  plant('a day early', 'version', TIDES, 'A version ends a day earlier than is stated.', {
    shows: /header sunset/i,
    file: 'plan/versions.ts',
    before: '...(until !== undefined && { sunset: beginningOf(until) }),',
    after: '...(until !== undefined && { sunset: beginningOf(until) - 86_400_000 }),',
  }),
  plant('one call less', 'limit', QUOTATIONS, 'A rate lets in one call less.', {
    clock: true,
    shows: /got 429|header ratelimit/i,
    file: 'plan/rates.ts',
    before: 'const numbers = { count, window,',
    after: 'const numbers = { count: count - 1, window,',
  }),
  plant('any burst', 'limit', QUOTATIONS, 'As many calls as a minute has are let in at once.', {
    clock: true,
    shows: /limit missed,.*too_fast|header ratelimit/i,
    file: 'plan/rates.ts',
    before: '...(burst !== undefined && { burst }) };',
    after: '};',
  }),
  plant('one for all', 'limit', QUOTATIONS, 'Wrong passwords of one member count for all members.', {
    clock: true,
    shows: /POST \/sessions,.*(?:got 429|too_many_tries)/,
    file: 'plan/rates.ts',
    before: "return { kind: 'bound', name: parameterOf(basis.field), ...(basis.folds && { folds: true }) };",
    after: "return { kind: 'fixed', text: '' };",
  }),
  plant('other values pass', 'tag or key', SAME_VALUES, 'A row that is there with other values counts as the same.', {
    shows: /PUT \/instances\/\{id\},.*other values/,
    file: 'plan/endpoints/kept-rows.ts',
    before: ".map(({ own, value }) => guardOf(isAlike(own, value), OTHER_VALUES, 'state'));",
    after: ".map(({ own, value }) => guardOf(some([isAlike(own, value), { kind: 'true' }]), OTHER_VALUES, 'state'));",
  }),
  plant('stale tags', 'tag or key', NOTES, 'If-Match lets a change of a newer row pass.', {
    shows: /precondition passed over,|precondition failed/,
    file: 'plan/preconditions.ts',
    before: "const isNamed = some([not(sent('if-match')), bound('if-match', 'any'), names('if-match', resource)]);",
    after:
      "const isNamed = some([not(sent('if-match')), sent('if-match'), bound('if-match', 'any'), names('if-match', resource)]);",
  }),
  plant('keys act again', 'tag or key', BY_KEY, 'A call that comes again with its key acts again.', {
    shows: /repeat|given again|same as/,
    file: 'plan/repeats.ts',
    before: "const key = isKeyed(linked) ? valueOf(repeatSlot(linked, 'header')) : undefined;",
    after: "const key = isKeyed(linked) && !linked ? valueOf(repeatSlot(linked, 'header')) : undefined;",
  }),
];

export const PLANTED: readonly Plant[] = [...MOVES, ...CALLERS, ...BODIES, ...ANSWERS, ...EFFECTS];
