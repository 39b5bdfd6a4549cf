// Rows of other resources that answers show beside what Does touches. Input: an operation. Output: how each is shown, and the steps that
// read them when the effect is done. Notation, part 4, table Status.

import { known } from '../../base/fault.ts';
import { selectionOf } from '../../analysis/document/targets.ts';
import { referenceOf } from '../../analysis/document/value-kinds.ts';
import { rowsBeside, type RowBeside } from '../../analysis/requests/rows-beside.ts';
import { showsNewRow } from '../../analysis/requests/shown-once.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { AnswerColumns } from '../answer-columns.ts';
import type { OperationContext } from '../context.ts';
import { madeKey, selectionWhere } from '../request-parameters.ts';
import { parameter } from '../body-parameters.ts';
import { fieldNamed, keyOf, rowKeyOf } from '../rows.ts';
import { embedded, fieldsOf, objectOf, type ShownRow } from '../shapes.ts';
import type { Step } from '../steps.ts';
import type { Output } from '../output.ts';

/** A row that is read for the answer alone. */
export interface ReadBeside {
  readonly row: RowBeside;
  readonly resource: Resource;
  readonly columns: AnswerColumns;
}

export interface Beside {
  readonly shown: NonNullable<ShownRow['beside']>;
  readonly read: readonly ReadBeside[];
}

export function besideOf(context: OperationContext): Beside {
  const { model, linked } = context;
  const read: ReadBeside[] = [];
  const shown: Map<string, (shape: Parameters<typeof fieldsOf>[1], row: ShownRow) => Output> = new Map();
  for (const [name, row] of rowsBeside(model, linked)) {
    const resource = known(model.resources.get(name), `there is no resource ${name}`);
    if (row.kind === 'reference') {
      const { field } = row;
      shown.set(name, (shape, own) => referred(context, field, shape, own));
      continue;
    }
    const columns = new AnswerColumns();
    read.push({ row, resource, columns });
    shown.set(name, (shape) => {
      const isNew = showsNewRow(model, linked, resource);
      const of = objectOf(fieldsOf(resource, shape, isNew), { context, resource, many: false, columns, isNew });
      const bound = columns.list.map((column) => ({ name: column.name, bound: boundAs(name, column.name) }));
      return { kind: 'beside', there: boundAs(name, KEY), columns: bound, of };
    });
  }
  return { shown, read };
}

function referred(
  { model }: OperationContext,
  name: string,
  shape: Parameters<typeof fieldsOf>[1],
  { context: own, resource, many, columns }: ShownRow,
): Output {
  const row: ShownRow = { context: own, resource, many, columns };
  const field = known(fieldNamed(model, resource, name), `${name} is no field`);
  const refers = known(
    referenceOf(model, known(valueOf(field.type), `${name} has no type`)),
    `${name} refers to nothing`,
  );
  return embedded(field, shape, refers, row);
}

const KEY = '#key';

function boundAs(resource: string, column: string): string {
  return `beside.${resource}.${column}`;
}

/** Under which the key of a row that is made is bound, where an answer shows it beside another one. */
export function madeAs(context: OperationContext, resource: string): string | undefined {
  return rowsBeside(context.model, context.linked).get(resource)?.kind === 'made' ? madeKey(resource) : undefined;
}

/** `made`: the binding of the key of each row that is made. */
export function besideSteps(
  context: OperationContext,
  read: readonly ReadBeside[],
  made: (resource: string) => string | undefined,
): readonly Step[] {
  const { model, linked } = context;
  return read.map(({ row, resource, columns }): Step => {
    const name = resource.name.text;
    const key = keyOf({ kind: 'table', resource });
    const bound = made(name);
    const where =
      row.kind === 'made'
        ? ({
            kind: 'compare',
            operator: '=',
            left: { kind: 'column', column: rowKeyOf(resource), type: 'integer' },
            right: parameter(known(bound, `no ${name} is made`), 'integer'),
          } as const)
        : selectionWhere(context, linked, known(selectionOf(model, linked, name), `no ${name} is selected`), resource);
    const values = [...columns.list, { name: KEY, expr: key }];
    return {
      kind: 'bind',
      from: { table: name, where },
      values: values.map(({ name: column, expr }) => ({ name: boundAs(name, column), expr })),
      guards: [],
    };
  });
}
