// Lists of heads, keys or kinds that a source file writes out. Input: TypeScript. Output: those that nothing holds to the declarations
// of src/notation/: an array or a text of three or more of one section, or an object whose quoted keys are.

import { parseAst } from 'rolldown/parseAst';

import { entriesOf, kindOf, type AnyDeclaration, type AnySection } from '../../src/notation/declaration.ts';

export interface WrittenList {
  readonly line: number;
  readonly names: readonly string[];
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** So many names of one section are a list of it. */
const LEAST = 3;

/** `others`: names that are declared in another way than sections are. */
export function writtenLists(
  source: string,
  sections: readonly AnySection[],
  others: readonly ReadonlySet<string>[] = [],
): readonly WrittenList[] {
  const declared = sections.map(namesOf);
  const found: WrittenList[] = [];
  walk(parseAst(source, { lang: 'ts' }), (node, isHeld) => {
    const texts = isHeld ? [] : textsIn(node);
    // A union of a few kinds of values is a type of its own.
    for (const names of node.type === 'TSUnionType' ? declared : [...declared, ...others]) {
      const own = [...new Set(texts.filter((text) => names.has(text)))];
      if (own.length < LEAST) continue;
      found.push({ line: source.slice(0, node.start).split('\n').length, names: own });
      return;
    }
  });
  return found;
}

function namesOf(section: AnySection): ReadonlySet<string> {
  return new Set(
    entriesOf(section as never).flatMap(([key, of]: readonly [string, AnyDeclaration]) => [key, of.head, kindOf(of)]),
  );
}

/** The texts that are written side by side. */
function textsIn(node: Node): readonly string[] {
  switch (node.type) {
    case 'ArrayExpression':
      return (node['elements'] as readonly (Node | null)[]).flatMap((one) =>
        // An entry of a map: its key.
        one?.type === 'ArrayExpression' ? text((one['elements'] as readonly Node[])[0]) : text(one),
      );
    case 'TSUnionType':
      return (node['types'] as readonly Node[]).flatMap(({ literal }) => text(literal as Node | undefined));
    case 'ObjectExpression':
      return (node['properties'] as readonly Node[]).flatMap(({ key }) => text(key as Node | undefined));
    case 'Literal':
    case 'TemplateElement':
      return (text(node)[0] ?? patternOf(node)).split(/\s*[·|,;\n]\s*/).map((one) => one.trim());
    default:
      return [];
  }
}

/** What a regular expression chooses among. */
function patternOf({ regex }: Node): string {
  return ((regex as { readonly pattern: string } | undefined)?.pattern ?? '').replaceAll(/[()^$]|\?:/g, '|');
}

function text(node: Node | null | undefined): readonly string[] {
  const value = node?.type === 'TemplateElement' ? (node['value'] as { cooked: string }).cooked : node?.['value'];
  return typeof value === 'string' ? [value] : [];
}

/** What is checked against a type of names, by `satisfies`, `as const` or the type of its variable: the compiler holds it. */
function isHeldBy(parent: Node | undefined): boolean {
  switch (parent?.type) {
    case 'TSSatisfiesExpression':
      return true;
    // `as const` holds nothing by itself.
    case 'TSAsExpression':
      return !/"const"/.test(JSON.stringify(parent['typeAnnotation']));
    // A name that is none drops out, and what uses it does not compile.
    case 'TSTypeParameterInstantiation':
      return true;
    case 'NewExpression':
      return isTyped(parent['typeArguments']);
    case 'VariableDeclarator': {
      const { typeAnnotation } = parent['id'] as Node;
      return isTyped(typeAnnotation);
    }
    default:
      return false;
  }
}

/** By a type of names, not of any text: of a record and a map that of its keys. */
function isTyped(annotation: unknown): boolean {
  if (typeof annotation !== 'object' || annotation === null) return false;
  const keys = JSON.stringify(annotation, (key, value: unknown) =>
    key === 'params' && Array.isArray(value) ? value.slice(0, 1) : value,
  );
  return !/"TSStringKeyword"/.test(keys);
}

/** A set, a map and their entries are held as what they are a value of. */
const PASSED_ON: ReadonlySet<string> = new Set(['NewExpression', 'ArrayExpression', 'SpreadElement', 'TSAsExpression']);

function walk(node: unknown, visit: (node: Node, isHeld: boolean) => void, parent?: Node, isHeld = false): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit, parent, isHeld);
  } else if (typeof node === 'object' && node !== null) {
    const own = 'type' in node && typeof node.type === 'string' ? (node as Node) : undefined;
    const held = isHeldBy(parent) || (isHeld && parent !== undefined && PASSED_ON.has(parent.type));
    if (own) visit(own, held);
    for (const value of Object.values(node)) walk(value, visit, own ?? parent, held);
  }
}
