// The plan of delivery: who gets an event, as steps that are run on a store; what keeps events waiting; what becomes of a receiver that
// never accepts. Notation, part 6, Delivery.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import { contextOf } from '../../src/plan/context.ts';
import type { DeliveryPlan } from '../../src/plan/delivery-plan.ts';
import { givenUpSteps } from '../../src/plan/given-up.ts';
import { timedGroups } from '../../src/plan/timed.ts';
import { read } from '../../src/read/read.ts';
import { receiversOf } from '../../src/analysis/requests/receivers.ts';
import { valueOf } from '../../src/notation/slot.ts';

const SHOP = readFileSync(join(import.meta.dirname, 'shop.md'), 'utf8');

type Edit = readonly [from: string, to: string];

function modelOf(edits: readonly Edit[]): Model {
  const source = edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, SHOP);
  const { document, diagnostics } = read(source, 'shop.md');
  return link(document, diagnostics);
}

function deliveryOf(...edits: readonly Edit[]): DeliveryPlan {
  const model = modelOf(edits);
  expect(model.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return plan(model).delivery!;
}

function errorsOf(...edits: readonly Edit[]): readonly string[] {
  return modelOf(edits).diagnostics.flatMap(({ severity, code, message }) =>
    severity === 'error' ? [`${code}: ${message}`] : [],
  );
}

const WHERE = 'where `kinds` has event name and `owner` = this `customer`';

// Until this runtime sends, every bullet does: only what is open is compared.
const waits = (...edits: readonly Edit[]): readonly string[] => {
  const stated = new Set(deliveryOf().heldBy);
  return deliveryOf(...edits).heldBy.filter((id) => !stated.has(id));
};

const sent = (how: string): readonly string[] => {
  const { heldBy, webhook } = deliveryOf([`\`POST\` to \`Webhook.url\` ${WHERE}`, how]);
  expect(webhook).toBeUndefined();
  return heldBy;
};

const header = (...edits: readonly Edit[]): unknown => deliveryOf(...edits).webhook!.duplicates;

const steps = (text: string): readonly string[] => {
  const model = modelOf([['moves `Webhook.state` to `off`', text]]);
  const given = valueOf(model.document.events.delivery!.facts.givenUp)!;
  const done = givenUpSteps(contextOf(model), timedGroups(model), given, receiversOf(model)!.resource);
  expect(done.steps[0]).toMatchObject({ kind: 'bind', values: [{ name: 'path.id' }] });
  return done.steps.map((step) => ('table' in step ? `${step.kind} ${step.table}` : step.kind));
};

describe('who gets an event', () => {
  it('is asked with what the condition names of its row, and no more', () => {
    const { receivers } = deliveryOf().webhook!;
    expect(receivers['Order']!.binds).toEqual([{ name: 'this customer', column: 'customer', type: 'integer' }]);
    expect(receivers['Order']!.all.select.columns.map(({ name }) => name)).toEqual(['key', 'address', 'secret']);
    expect(JSON.stringify(receivers['Order']!.all.select.where)).toContain('"event name"');
    expect(JSON.stringify(receivers['Order']!.one.select.where)).toContain('"receiver"');
  });

  it('is the row itself that `this` names, by its key', () => {
    const { receivers } = deliveryOf([
      WHERE,
      'where there is Order (`id` = this `id` and `customer` = this `customer`)',
    ]).webhook!;
    expect(receivers['Order']!.binds.map(({ name }) => name)).toEqual(['this id', 'this customer']);
    const own = deliveryOf(
      [WHERE, 'where `owner` = this'],
      ['- Body: Customer\n', '- Body: Customer\n- Emits: `order.made`\n'],
    ).webhook!.receivers;
    expect(own['Customer']!.binds).toEqual([{ name: 'this id', type: 'integer' }]);
    // No order is a customer.
    expect(JSON.stringify(own['Order']!.all.select.where)).toContain('"false"');
  });

  it('is nobody where the row has no such field, and others have', () => {
    const where = deliveryOf().webhook!.receivers['Webhook']!;
    expect(where.binds).toEqual([]);
    expect(JSON.stringify(where.all.select.where)).toContain('"false"');
  });

  it('is every row without a condition, but for those without an address and those that are gone', () => {
    const { receivers } = deliveryOf([` ${WHERE}`, ''], ['| `off` | final |', '| `off` | gone |']).webhook!;
    expect(receivers['Order']!.all.select.where).toEqual({
      kind: 'and',
      items: [expect.objectContaining({ kind: 'not' }), expect.objectContaining({ kind: 'not' })],
    });
  });

  it.each([
    ['where `kinds` has event names', 'value-not-read'],
    ['where `kind` has event name', 'unknown-field'],
    ['where `owner` = this `costumer`', 'unknown-field'],
    ['where `url` = this `total`', 'unlike-types'],
    ['where `url` has event name', 'wrong-operator'],
    ['where `owner` = caller', 'operand-not-here'],
    ['where `url` = body `url`', 'operand-not-here'],
    ['where `url` = {id}', 'operand-not-here'],
  ])('%s is reported', (where, code) => {
    const found = modelOf([[WHERE, where]]).diagnostics.map((one) => one.code);
    expect(
      found.some((one) => one === code || (code === 'value-not-read' && one === 'unreadable')),
      found.join(),
    ).toBe(true);
  });

  it('`event name` is known nowhere else', () => {
    expect(errorsOf(['- Does: reads Webhook\n', '- Does: lists Webhook where `url` = event name\n']).join()).toContain(
      '`event name`',
    );
  });
});

describe('what keeps events waiting', () => {
  it.each([
    ['- Order: as they happened, for each Order\n', '', '6/delivery/order'],
    ['- Accepted: any 2xx\n', '', '6/delivery/accepted'],
    ['- Envelope: CloudEvents, binary\n', '- Envelope: not shown\n', '6/delivery/envelope'],
  ])('%j as %j: %s', (from, to, id) => {
    const { heldBy, webhook } = deliveryOf([from, to]);
    expect(heldBy).toContain(id);
    expect(webhook).toBeUndefined();
  });

  it('is no envelope, no way to tell duplicates and nothing that becomes of the rest that are left out', () => {
    const { webhook } = deliveryOf(
      ['- Envelope: CloudEvents, binary\n', ''],
      ['- Duplicates: possible, told by header `webhook-id`\n', ''],
      ['- Given up: moves `Webhook.state` to `off`\n', ''],
    );
    expect(webhook).toMatchObject({
      envelope: { kind: 'none' },
      duplicates: {},
      givenUp: { events: 'kept', steps: [], make: [] },
    });
  });

  it('is the type of the address', () => {
    expect(waits(['| `url` | url |', '| `url` | not shown |'])).toEqual(['2/Webhook.url/type']);
  });

  it('is Given up for those that are given up, and Kept for nothing', () => {
    const { heldBy, webhook } = deliveryOf(
      ['moves `Webhook.state` to `off`', 'not shown'],
      ['- Given up', '- Kept for: not shown\n- Given up'],
    );
    expect(heldBy).not.toContain('6/delivery/given-up');
    expect(heldBy).not.toContain('6/delivery/kept-for');
    expect(webhook!.givenUp).toEqual({ events: 'kept', steps: [], make: [], heldBy: ['6/delivery/given-up'] });
  });

  it('is a payload for its own event alone', () => {
    const { heldBy, events } = deliveryOf(['- Payload: Order\n', '- Payload: not shown\n']);
    expect(events).toEqual({ 'order.made': { heldBy: ['6/order.made/payload'] } });
    expect(heldBy).not.toContain('6/order.made/payload');
  });

  it('is what this runtime does not send, by a word of its own', () => {
    expect(sent('topic `orders`')).toContain('6/delivery/sent-as');
  });
});

describe('what is sent beside the payload', () => {
  const TOLD = 'told by header `webhook-id`';
  const SIGNED = 'Standard Webhooks, secret `Webhook.secret`';

  it('is the id under the header that tells duplicates, where nothing else sends it', () => {
    expect(header()).toEqual({});
    expect(header([TOLD, 'told by header `CE-ID`'])).toEqual({});
    expect(header([TOLD, 'told by header `X-Event`'])).toEqual({ header: 'X-Event' });
    expect(header([SIGNED, 'none'])).toEqual({ header: 'webhook-id' });
  });
});

describe('what becomes of a receiver', () => {
  it('is a change of its row', () => {
    expect(steps('sets `Webhook.url` = `https://gone.example`')).toEqual(['bind', 'update Webhook']);
    expect(steps('moves `Webhook.state` to `off`')).toEqual(['bind', 'update Webhook']);
    expect(steps('deletes `Webhook`')).toEqual(['bind', 'delete Webhook']);
  });
});

describe('what can never be done', () => {
  it.each([
    ['`POST` to `Webhook.url`', '`POST` to `Webhook.owner`', 'type `url` or `string`'],
    [
      '| `secret` | string | yes | caller, hidden |',
      '| `secret` | secret | yes | caller |',
      'nothing is signed with a hash',
    ],
    ['secret `Webhook.secret`', 'secret `Customer.name`', 'a field of `Webhook`'],
    ['for each Order', 'for each Customer', '`for each Order`'],
    ['header `webhook-id`', 'header `content-type`', 'a header for the id'],
    ['header `webhook-id`', 'header `a b`', 'which is no header'],
    ['moves `Webhook.state` to `off`', 'moves `Webhook.state` to `on`', 'a state to which a row of its table leads'],
    ['moves `Webhook.state` to `off`', 'sets `Webhook.state` = `off`', 'moves `Webhook.state` to a state'],
    ['moves `Webhook.state` to `off`', 'sets `Webhook.url` = `nowhere`', 'nowhere'],
    ['moves `Webhook.state` to `off`', 'deletes `Customer`', '`Webhook`, which gets the events'],
    ['moves `Webhook.state` to `off`', 'moves `Webhook.url` to `off`', 'no state'],
  ])('%s → %s', (from, to, said) => {
    const found = errorsOf([from, to]);
    expect(found.join('\n')).toContain(said);
    expect(found.length).toBe(1);
  });
});
