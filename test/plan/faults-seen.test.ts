// The canary of faults.test.ts: what is let run and cannot be planned is seen as a fault, and held as one.

import { expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import { judgeModel } from './faults.ts';
import { documentOf, modelOf } from './plan-of.ts';

const SOURCE = documentOf({
  resources: `### Thing

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |
| \`seen\` | date-time | yes | caller | any | none |`,
  operations: `### GET /things

- Does: lists Thing
- Repeat: safe
- Order: \`seen\`
- Pages: none

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |`,
});

/** The gap view is made, and keeps what it found; then the type becomes one that has no order. */
function mistaken(): Model {
  const model = modelOf(SOURCE);
  expect(gapView(model).operations).toMatchObject([{ runs: 'yes' }]);
  const field = model.fields.get('Thing.seen')!;
  Object.assign(field.type, { value: { kind: 'date-time', asSent: true } });
  return model;
}

it('sees what is let run and cannot be planned', () => {
  expect(judgeModel('things', mistaken(), true).faults).toEqual([
    'things: This is a fault of Ninefold: nothing is planned, since an instant as it was sent has no order.',
  ]);
});

it('holds such an operation, as what this runtime does not do', () => {
  expect(plan(mistaken()).operations).toMatchObject([
    { runs: 'no', heldBy: ['4/GET /things/does'], held: { type: 'unsupported', by: ['4/GET /things/does'] } },
  ]);
});
