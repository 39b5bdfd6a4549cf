// What only some values, callers or rows bring about is reached: values that conditions compare with, rows that the document states, callers that
// the operator appoints, bodies that are too large, what is inside of lists.

import { describe, expect, it } from 'vitest';

import { exampleOf, held, wrongIn } from './self.ts';

async function exercisedOf(name: string, requests: number): Promise<readonly string[]> {
  const verdict = await held(exampleOf(name), 'sqlite', { seed: 3, requests, time: 60_000 });
  expect(wrongIn(verdict)).toEqual([]);
  return verdict.exercised.map(({ id }) => id);
}

describe('a call is made', { timeout: 120_000 }, () => {
  it('with headers that conditions ask for, about rows that the document states', async () => {
    const exercised = await exercisedOf('service-broker.md', 500);
    const put = '4/PUT /v2/service_instances/{instance_id}';
    expect(exercised).toEqual(
      expect.arrayContaining([
        `${put}/status/201`,
        `${put}/status/202`,
        `${put}/cause/refused VersionNotSupported`,
        `${put}/cause/refused AsyncRequired`,
        `${put}/cause/no such Plan in plan_id`,
        '3/Instance.state/move/succeeded to (gone) by DELETE /v2/service_instances/{instance_id}',
      ]),
    );
  });

  it('with values that decide where a move leads', async () => {
    const exercised = await exercisedOf('checkout.md', 500);
    const complete = 'by POST /checkout_sessions/{id}/complete';
    expect(exercised).toEqual(
      expect.arrayContaining([
        `3/Session.status/move/ready_for_payment to authentication_required ${complete}`,
        `3/Session.status/move/ready_for_payment to completed ${complete}`,
      ]),
    );
  });

  it('by somebody whom only the operator lets in, of whom nobody knows which row it is', async () => {
    const exercised = await exercisedOf('ticket-shop.md', 500);
    expect(exercised).toEqual(expect.arrayContaining(['4/GET /users/status/200', '4/PUT /users/{id}/role/status/200']));
  });

  it('with keys of a path at their bounds, members of a list that are wrong, and a body that is too large', async () => {
    const exercised = await exercisedOf('price-list.md', 1200);
    expect(exercised).toEqual(
      expect.arrayContaining([
        '2/Product.sku/bound/at least 3 characters',
        '2/Product.sku/bound/at most 20 characters',
        '4/PUT /products/{sku}/cause/Step.from missing',
        '4/PUT /products/{sku}/cause/too large',
      ]),
    );
  });

  it('about rows of the operator', async () => {
    const exercised = await exercisedOf('rows/depots.md', 200);
    expect(exercised).toEqual(expect.arrayContaining(['2/Depot.country/shown', '4/GET /depots/{id}/status/200']));
  });
});
