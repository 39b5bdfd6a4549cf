// A stream of events that can never be read as it is stated. Input: the bullets of Delivery, and the operation that they name. Output: errors. Notation,
// part 6, "On a stream".

import { wrongDelivery } from '../diagnostics/events.ts';
import { EVENT_STREAM, isEventStream, isStreamed, streamOf } from '../analysis/document/streams.ts';
import { effectsOf } from '../analysis/document/targets.ts';
import type { LinkedOperation } from '../model/model.ts';
import { entriesOf } from '../notation/declaration.ts';
import { DELIVERY, type DeliveryFacts } from '../notation/events.ts';
import { isOpen, type Slot, valueOf } from '../notation/slot.ts';
import { isSuccess } from '../notation/statuses.ts';
import type { Findings } from './findings.ts';

export function judgeStream(findings: Findings, facts: DeliveryFacts): void {
  const linked = streamOf(findings.model);
  if (!linked) return;
  const { at } = facts.sentAs;
  const name = `\`${linked.operation.name.text}\``;
  for (const [which, expected] of faultsOf(linked))
    findings.report(wrongDelivery, at, { what: `${name}, ${which},`, key: 'Sent as', expected });
  judgeBullets(findings, facts);
}

/** Of the operation. */
function* faultsOf(linked: LinkedOperation): Generator<readonly [which: string, expected: string]> {
  const { operation, facts } = linked;
  if (operation.method !== 'GET' || (!isOpen(facts.does) && effectsOf(linked).length > 0))
    yield ['on which nothing can be streamed', 'a `GET` with `Does: none`'];
  const out = valueOf(facts.mediaType)?.out;
  if (out !== undefined && !isEventStream(out))
    yield [`which answers with \`${out}\``, `an operation with \`Media type: ${EVENT_STREAM}\``];
  const rows = facts.statuses.items.filter(isSuccess);
  const streamed = rows.filter(isStreamed);
  if (rows.length > 0 && streamed.length === 0 && rows.every(({ status }) => valueOf(status)))
    yield ['which never answers 200', 'an operation that answers 200: readers end at any other status'];
  if (streamed.some(({ body }) => body.status === 'stated' || body.status === 'none'))
    yield ['whose answer states a body', 'an operation whose 200 says no body: `Answers: 200 found`'];
}

/** What is stated of calls to a receiver, and of headers. */
function judgeBullets(findings: Findings, facts: DeliveryFacts): void {
  for (const [key, { head, due }] of entriesOf(DELIVERY)) {
    const slot: Slot<unknown> = facts[key];
    const isOfCalls = due === 'calls receivers' || due === 'tries again' || key === 'givenUp';
    if (!isOfCalls || slot.status !== 'stated') continue;
    const expected = 'nothing: nobody is called, and a reader asks again by itself';
    findings.report(wrongDelivery, slot.at, { what: `\`${slot.text.replaceAll('`', '')}\``, key: head, expected });
  }
  const envelope = valueOf(facts.envelope);
  if (envelope?.kind === 'CloudEvents' && envelope.mode === 'binary') {
    const expected = '`CloudEvents, structured` or `none`: an event of a stream has no headers';
    findings.report(wrongDelivery, facts.envelope.at, { what: '`CloudEvents, binary`', key: 'Envelope', expected });
  }
  const by = valueOf(facts.duplicates)?.by;
  if (by?.in === 'header') {
    const expected = '`possible` alone: an event of a stream has no headers, and its `id` is the same each time';
    findings.report(wrongDelivery, facts.duplicates.at, { what: `header \`${by.name}\``, key: 'Duplicates', expected });
  }
}
