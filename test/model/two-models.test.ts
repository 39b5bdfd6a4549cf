// A document and the same with statements blanked share their resources: what is computed of one is not said of the other.

import { expect, it } from 'vitest';

import { blanked } from '../../src/model/blanked.ts';
import { link } from '../../src/link/link.ts';
import { isAlwaysSet } from '../../src/analysis/values/always-set.ts';
import type { Model } from '../../src/model/model.ts';
import { read } from '../../src/read/read.ts';

const BOXES = `# Boxes

## 2. Resources and their fields

### Box
- Identified by: \`id\`

| Field | Type | Required | Set by |
|---|---|---|---|
| id | uuid | yes | service: new id |
| label | string | yes | caller |

## 4. Endpoints

### POST /boxes
- Does: creates Box
- Body: none
`;

function isLabelAlwaysSet(model: Model): boolean {
  const box = model.resources.get('Box')!;
  return isAlwaysSet(model, box, box.fields.items[1]!);
}

it('who creates rows is asked of each model anew', () => {
  const { document, diagnostics } = read(BOXES, 'boxes.md');
  const model = link(document, diagnostics);
  expect(isLabelAlwaysSet(model)).toBe(false);
  const does = model.operations.get('POST /boxes')!.operation.facts.does;
  const without = link(blanked(document, new Set([does])), []);
  expect(without.resources.get('Box')).toBe(model.resources.get('Box'));
  expect(isLabelAlwaysSet(without)).toBe(true);
});
