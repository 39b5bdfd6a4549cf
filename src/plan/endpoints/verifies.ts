// A secret that a condition asks for, read before the transaction. Input: the effects of an operation and the secret. Output: what is
// compared, and the steps that find it. Notation, part 2 "Conditions"; serve/phases/verify.ts.

import { fault } from '../../base/fault.ts';
import { callerStep } from '../caller.ts';
import type { VerifyPlan } from '../credentials.ts';
import { columnExpr, type Verified } from '../rows.ts';
import type { Step } from '../steps.ts';
import type { Build } from './assigned.ts';
import { whereOf, type Group } from './rows-found.ts';

/** What is kept of the row that the effect finds, as its first steps find who calls. */
export function verifyPlan(build: Build, groups: readonly Group[], { name, sent, row, column }: Verified): VerifyPlan {
  const { context } = build;
  const read = (): Step => {
    if (row.kind === 'by key')
      return { kind: 'bind', values: [{ name: 'kept', expr: columnExpr(context, row, column, 'text') }], guards: [] };
    const group = groups.find(({ resource }) => resource === row.resource);
    if (row.kind !== 'table' || row.source !== undefined || !group) fault(`whose ${column} is meant is not known`);
    const from = { table: row.resource.name.text, where: whereOf(build, group) };
    return {
      kind: 'bind',
      from,
      values: [{ name: 'kept', expr: { kind: 'column', column, type: 'text' } }],
      guards: [],
    };
  };
  return { name, sent, read: [...callerStep(context), read()] };
}
