// What the plan holds has a word on why, also where no view knew of it.

import { expect, it } from 'vitest';
import { contextOf } from '../../src/plan/context.ts';
import { documentOf, modelOf } from './plan-of.ts';

it('names what is stated and beyond the plan', () => {
  const model = modelOf(
    documentOf({
      resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
`,
      operations: '### GET /things/{id}\n\n- Does: reads Thing\n- Repeat: safe\n',
    }),
  );
  const context = contextOf(model);
  const id = '4/GET /things/{id}/does';
  expect(context.held([id])).toEqual({ type: 'unsupported', by: [id] });
  expect(context.named()[id]).toBe(`This runtime does not do ${id} in the way it is put together yet; it is held.`);
});
