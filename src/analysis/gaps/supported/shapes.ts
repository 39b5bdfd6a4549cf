// The features that a shape, a template and the headers of an answer need to run. Input: a value and the rows that it may show. Output:
// features. Notation, part 4, "Shapes and templates".

import { isTag, type HeaderValue } from '../../../notation/values/answers.ts';
import type { Model } from '../../../model/model.ts';
import type { Resource } from '../../../notation/resources.ts';
import type { Shape, Template } from '../../../notation/values/shapes.ts';
import { valueOf } from '../../../notation/slot.ts';
import { fieldsInHeader, wordsOf } from '../../../notation/words.ts';
import { endsInGroup, followPath, isNested, type Path } from '../../document/paths.ts';
import { rateHeaderFeature } from '../../document/rate-headers.ts';
import { featureIf, type Feature, type Features } from '../../document/features.ts';
import { valueFeatures, wordFeatures } from './angle-words.ts';
import { isShownOnce } from '../../document/shape-fields.ts';
import { isSealed } from '../../document/type-traits.ts';

/** `row`: the one whose fields a header may name; `many`: there are several; `own`: what a header without a value is here. */
export function headersFeatures(
  model: Model,
  headers: readonly HeaderValue[],
  columns: ReadonlySet<string>,
  row?: Resource,
  many = false,
  own: (header: HeaderValue) => Feature = (header) => ofNoRow(model, header),
): Features {
  return headers.flatMap((header): Features => {
    const { value } = header;
    if (value === undefined) return [own(header)];
    const words = wordsOf(value);
    const fields = row ? fieldsInHeader(value) : [];
    return [
      'Headers: header with a value',
      ...words.flatMap((word) => wordFeatures(word, columns)),
      ...featureIf(many && fields.length > 0, 'Shape: field of many rows'),
      ...featureIf(
        fields.some((field) => isGroup(model, row, field)),
        'Headers: header of several fields',
      ),
      ...featureIf(
        fields.some((field) => endsInSecret(followPath(model, row, field.split('.')))),
        'Shape: secret',
      ),
    ];
  });
}

export function ofNoRow(
  model: Model,
  header: HeaderValue,
  own: Feature | undefined = rateHeaderFeature(model, header),
): Feature {
  return own ?? (isTag(header) ? 'Headers: ETag of what shows no row' : 'Headers: header by its own rules');
}

/** `address` of `address.street` and others. */
function isGroup(model: Model, row: Resource | undefined, written: string): boolean {
  return endsInGroup(followPath(model, row, written.split('.')), written.split('.'));
}

/** Are there several rows, and of which other resources is one row meant? */
interface ShownRows {
  readonly many?: boolean;
  readonly beside?: ReadonlyMap<string, unknown>;
}

const NONE: ReadonlyMap<string, unknown> = new Map();

/** `touched`: the resources whose row an answer may show, none in an error; undefined: Does is not known. */
export function shapeFeatures(
  model: Model,
  touched: readonly string[] | undefined,
  shape: Shape,
  columns: ReadonlySet<string> = new Set(),
  { many = false, beside = NONE }: ShownRows = {},
): Features {
  switch (shape.kind) {
    case 'array of':
      // Each of the rows is one.
      return ['Shape: array of', ...shapeFeatures(model, touched, shape.of, columns)];
    case 'template':
      return ['Shape: template', ...templateFeatures(model, touched, shape.value, columns, { many, beside })];
    case 'resource': {
      const isBeside = beside.has(shape.resource.text);
      if (many && !isBeside) return ['Shape: R of many rows'];
      const form = shape.view ? 'R as View' : shape.without ? 'R without' : shape.only ? 'R only' : 'R';
      // An error has no row, of whatever resource.
      if (touched?.length !== 0 && !model.resources.has(shape.resource.text)) return [];
      if (isBeside) return [`Shape: ${form}`, 'Shape: shape of another resource'];
      return [
        touched?.includes(shape.resource.text) !== false ? `Shape: ${form}` : 'Shape: shape of no row that is meant',
      ];
    }
  }
}

function templateFeatures(
  model: Model,
  touched: readonly string[] | undefined,
  template: Template,
  columns: ReadonlySet<string>,
  rows: ShownRows,
): Features {
  const inside = (one: Template): Features => templateFeatures(model, touched, one, columns, rows);
  switch (template.kind) {
    case 'object':
      return template.pairs.flatMap((pair) => [
        ...(pair.key.kind === 'word' ? wordFeatures(pair.key.word, columns) : []),
        ...inside(pair.value),
      ]);
    case 'list':
      return template.items.flatMap(inside);
    case 'literal':
      return [];
    case 'field':
      return rows.many ? ['Shape: field of many rows'] : fieldFeatures(model, touched, template.path);
    case 'shape':
      return shapeFeatures(model, touched, template.shape, columns, rows);
    case 'word':
      return valueFeatures(model, template.word, columns);
    case 'text':
      return template.parts.flatMap((part) => (typeof part === 'string' ? [] : wordFeatures(part.word, columns)));
  }
}

function endsInSecret({ fields }: Path): boolean {
  return fields.slice(-1).some(({ field }) => isSealed(valueOf(field.type)));
}

/** A bare field path of the row at hand: through a list or a nested shape nothing computes it yet. */
function fieldFeatures(model: Model, touched: readonly string[] | undefined, path: readonly string[]): Features {
  const followed = touched
    ?.map((name) => followPath(model, model.resources.get(name), path))
    .find((one) => one.end === 'found');
  if (touched?.length === 0) return ['Shape: shape of no row that is meant'];
  // Whether an answer may show one that the service makes is judged.
  const isOwn = followed?.fields.length === 1 && isShownOnce(followed.fields[0]!.field);
  if (followed && !isOwn && endsInSecret(followed)) return ['Shape: secret'];
  const isInside =
    followed?.throughList || followed?.insideObject || followed?.fields.some(({ resource }) => isNested(resource));
  return featureIf(isInside, 'Shape: path into a value');
}
