// Lists of heads, keys or kinds that a source file writes out. Input: TypeScript. Output: those that nothing holds to the declarations
// of src/notation/: three or more names of one group in one expression, one declaration, or statements that stand beside each other.

import { parseAst } from 'rolldown/parseAst';

import { oncePer } from '../../src/base/once-per.ts';
import { entriesOf, kindOf, type AnyDeclaration, type AnySection } from '../../src/notation/declaration.ts';

export interface WrittenList {
  readonly line: number;
  readonly names: readonly string[];
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;
/** So many names of one group are a list of it. */
const LEAST = 3;

/** `others`: names that are declared in another way than sections are. */
export function writtenLists(
  source: string,
  sections: readonly AnySection[],
  others: readonly ReadonlySet<string>[] = [],
): readonly WrittenList[] {
  const declared = namesOfEach(sections);
  const found = new Map<number, WrittenList>();
  const program = parseAst(source, { lang: 'ts' });
  const reader = new Reader(program);
  walk(program, NOTHING, (node, around) => {
    const texts = around.isHeld ? reader.openTextsIn(node, around.annotation) : reader.textsIn(node, around.isFree);
    if (texts.length < LEAST) return;
    // A union of a few kinds of values is a type of its own.
    for (const names of node.type === 'TSUnionType' ? declared : [...declared, ...others]) {
      const own = [...new Set(texts.filter((text) => names.has(text)))];
      if (own.length < LEAST) continue;
      const line = source.slice(0, node.start).split('\n').length;
      if (!found.has(line)) found.set(line, { line, names: own });
      return;
    }
  });
  return [...found.values()];
}

const namesOfEach = oncePer((sections: readonly AnySection[]) => sections.map(namesOf));

function namesOf(section: AnySection): ReadonlySet<string> {
  return new Set(
    entriesOf(section as never).flatMap(([key, of]: readonly [string, AnyDeclaration]) => [
      key,
      of.head,
      kindOf(of),
      ...(of.spellings ?? []),
    ]),
  );
}

/** What is around a node. `isHeld`: a type of names holds it. `isFree`: no type says which keys an object has. */
interface Around {
  readonly isHeld: boolean;
  readonly isFree: boolean;
  /** What holds it. */
  readonly annotation?: unknown;
}

const NOTHING: Around = { isHeld: false, isFree: false };

function walk(node: unknown, around: Around, visit: (node: Node, around: Around) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, around, visit);
  else if (isNode(node)) {
    visit(node, around);
    for (const [key, value] of Object.entries(node)) walk(value, within(node, key, around), visit);
  } else if (typeof node === 'object' && node !== null)
    for (const value of Object.values(node)) walk(value, around, visit);
}

/** A set, a map and their entries are held as what they are a value of. */
const PASSED_ON: ReadonlySet<string> = new Set(['NewExpression', 'ArrayExpression', 'SpreadElement', 'TSAsExpression']);

/** Nothing says which keys the objects in these have, where nothing says it of what is around them. */
const OPEN: ReadonlySet<string> = new Set([...PASSED_ON, 'ObjectExpression', 'Property', 'CallExpression']);

function within(parent: Node, key: string, around: Around): Around {
  const annotation = annotationOf(parent);
  // A name that is none drops out of a type, and what uses it does not compile.
  const isStillHeld = around.isHeld && PASSED_ON.has(parent.type);
  const isHeld =
    (annotation !== undefined && isTyped(annotation)) || parent.type === 'TSTypeParameterInstantiation' || isStillHeld;
  const isValue =
    (parent.type === 'VariableDeclarator' && key === 'init') ||
    (parent.type === 'PropertyDefinition' && key === 'value') ||
    parent.type === 'ExportDefaultDeclaration' ||
    annotation !== undefined ||
    isOfObject(parent);
  const isFree = !isHeld && (isValue || (around.isFree && OPEN.has(parent.type)));
  return { isHeld, isFree, annotation: annotation ?? (isStillHeld ? around.annotation : undefined) };
}

/** `Object.keys(…)`, `Object.fromEntries(…)`: any keys will do. */
function isOfObject(node: Node): boolean {
  const callee = node['callee'] as Node | undefined;
  return node.type === 'CallExpression' && callee?.type === 'MemberExpression' && nameOf(callee['object']) === 'Object';
}

/** The type by which the parts of a node are checked. */
function annotationOf(parent: Node): unknown {
  switch (parent.type) {
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
      // `as const` holds nothing by itself.
      return /"const"/.test(JSON.stringify(parent['typeAnnotation'])) ? undefined : parent['typeAnnotation'];
    case 'NewExpression':
      return parent['typeArguments'] ?? undefined;
    case 'PropertyDefinition':
      return parent['typeAnnotation'] ?? undefined;
    case 'VariableDeclarator':
      return (parent['id'] as Node)['typeAnnotation'] ?? undefined;
    default:
      return undefined;
  }
}

/** By a type of names, not of any text: of a record and a map that of its keys. */
function isTyped(annotation: unknown): boolean {
  const keys = JSON.stringify(annotation, (key, value: unknown) =>
    key === 'params' && Array.isArray(value) ? value.slice(0, 1) : value,
  );
  return !/"TS(?:String|Any|Unknown|Object)Keyword"/.test(keys);
}

class Reader {
  /** By name, the types that the source writes behind its variables, parameters and functions. */
  readonly #annotations = new Map<string, unknown[]>();
  /** By name, what variables without a type begin with. */
  readonly #values = new Map<string, unknown[]>();
  /** By the name of an interface, its properties that hold any text. */
  readonly #openProperties = new Map<string, readonly string[]>();

  constructor(program: unknown) {
    walk(program, NOTHING, (node) => {
      if (node.type === 'FunctionDeclaration') note(this.#annotations, nameOf(node['id']), node['returnType']);
      else if (node.type === 'Identifier') note(this.#annotations, nameOf(node), node['typeAnnotation']);
      else if (node.type === 'VariableDeclarator' && annotationOf(node) === undefined)
        note(this.#values, nameOf(node['id']), node['init']);
      else if (node.type === 'TSInterfaceDeclaration')
        this.#openProperties.set(nameOf(node['id'])!, openPropertiesOf(node['body'] as Node));
    });
  }

  /** The texts of objects whose properties of this name may be any text, though their interface holds the rest. */
  openTextsIn(node: Node, annotation: unknown): readonly string[] {
    if (node.type !== 'ArrayExpression') return [];
    const written = JSON.stringify(annotation);
    const open = new Set(
      [...this.#openProperties].flatMap(([name, keys]) => (written?.includes(`"name":"${name}"`) ? keys : [])),
    );
    return (node['elements'] as readonly (Node | null)[]).flatMap((one) =>
      one?.type === 'ObjectExpression'
        ? (one['properties'] as readonly Node[]).flatMap(({ key, value }) =>
            open.has(nameOf(key) ?? '') ? text(value) : [],
          )
        : [],
    );
  }

  /** The texts that the node has side by side. */
  textsIn(node: Node, isFree: boolean): readonly string[] {
    switch (node.type) {
      case 'ArrayExpression':
      case 'ObjectExpression':
        return structureOf(node, isFree);
      case 'TSUnionType':
        return (node['types'] as readonly Node[]).flatMap(({ literal }) => text(literal));
      case 'TSEnumDeclaration':
        return (node['body'] as { readonly members: readonly Node[] }).members.flatMap(({ id, initializer }) => [
          ...named(id),
          ...text(initializer),
        ]);
      case 'Literal':
      case 'TemplateLiteral':
      case 'BinaryExpression':
        return dividedAt(/\s*[·|,;\n]\s*/, node);
      case 'CallExpression':
        return [...putBy(node), ...splitBy(node)];
      default:
        return this.#decided(node);
    }
  }

  /** What one expression is compared with, in a chain or in statements beside each other. */
  #decided(node: Node): readonly string[] {
    switch (node.type) {
      case 'SwitchStatement': {
        const cases = (node['cases'] as readonly Node[]).flatMap(({ test }) => text(test));
        return this.#isKnown(node['discriminant']) ? [] : cases;
      }
      case 'LogicalExpression':
      case 'ConditionalExpression':
        return this.#compared(node);
      case 'Program':
      case 'BlockStatement':
        return this.#besides(node['body'] as readonly Node[]);
      case 'SwitchCase':
        return this.#besides(node['consequent'] as readonly Node[]);
      default:
        return [];
    }
  }

  /** Texts that are put somewhere one after the other, constants, and `if`s. */
  #besides(statements: readonly Node[]): readonly string[] {
    return statements.flatMap((one) => {
      const statement = one.type === 'ExportNamedDeclaration' ? one['declaration'] : one;
      if (!isNode(statement)) return [];
      if (statement.type === 'IfStatement') return this.#compared(statement);
      if (statement.type === 'ExpressionStatement') return putBy(statement['expression']);
      if (statement.type !== 'VariableDeclaration') return [];
      return (statement['declarations'] as readonly Node[]).flatMap((each) =>
        annotationOf(each) === undefined ? text(each['init']) : [],
      );
    });
  }

  /** `x === 'a' || x === 'b'`, `if (x === 'a') … else if (x === 'b') …`. */
  #compared(node: unknown): readonly string[] {
    if (!isNode(node)) return [];
    switch (node.type) {
      case 'LogicalExpression':
        return [...this.#compared(node['left']), ...this.#compared(node['right'])];
      case 'IfStatement':
      case 'ConditionalExpression':
        return [...this.#compared(node['test']), ...this.#compared(node['alternate'])];
      case 'BinaryExpression': {
        const sides = [node['left'], node['right']];
        const isComparison = /^[!=]==?$/.test(String(node['operator']));
        return isComparison && !sides.some((side) => this.#isKnown(side)) ? sides.flatMap(text) : [];
      }
      default:
        return [];
    }
  }

  /** Does the compiler know which texts it may be? Of a kind it does, and of what is declared to be no `string`. */
  #isKnown(node: unknown): boolean {
    if (!isNode(node)) return false;
    if (node.type === 'ChainExpression') return this.#isKnown(node['expression']);
    if (node.type === 'MemberExpression') return nameOf(node['property']) === 'kind';
    const name = nameOf(node.type === 'CallExpression' ? node['callee'] : node) ?? '';
    const annotations = this.#annotations.get(name) ?? [];
    const values = this.#values.get(name) ?? [];
    if (!annotations.every(isTyped)) return false;
    if (/^kind(?:Of)?$/.test(name)) return true;
    return annotations.length + values.length > 0 && values.every((one) => this.#isKnown(one));
  }
}

function note(map: Map<string, unknown[]>, name: string | undefined, one: unknown): void {
  if (name !== undefined && one) map.set(name, [...(map.get(name) ?? []), one]);
}

/** Properties of an interface that are a `string`. */
function openPropertiesOf(body: Node): readonly string[] {
  return (body['body'] as readonly Node[]).flatMap(({ key, typeAnnotation }) =>
    /^{"type":"TSTypeAnnotation"[^{]*"typeAnnotation":{"type":"TSStringKeyword"/.test(
      JSON.stringify(typeAnnotation) ?? '',
    )
      ? named(key)
      : [],
  );
}

/** Arrays with all arrays in them; where nothing says what an object holds, objects with what is in them, too. */
function structureOf(node: unknown, isFree: boolean, isOuter = true): readonly string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'ArrayExpression':
      return (node['elements'] as readonly unknown[]).flatMap((one) => structureOf(one, isFree, false));
    case 'ObjectExpression':
      if (!isFree && !isOuter) return [];
      return (node['properties'] as readonly Node[]).flatMap((one) => [
        ...keyOf(one, isFree),
        ...(isFree ? structureOf(one['value'] ?? one['argument'], isFree, false) : []),
      ]);
    case 'SpreadElement':
      return structureOf(node['argument'], isFree, false);
    case 'TSAsExpression':
      return structureOf(node['expression'], isFree, false);
    default:
      return text(node);
  }
}

/** A key without quotes is one of a list where no type says which there are. `{ a }` is the variable of that name. */
function keyOf(property: Node, isFree: boolean): readonly string[] {
  if (property['shorthand'] === true || property['computed'] === true) return [];
  return isFree ? named(property['key']) : text(property['key']);
}

const PUTS: ReadonlySet<string | undefined> = new Set(['push', 'unshift', 'add', 'set', 'concat']);

/** `a.push('x', 'y')`, `a.add('x').add('y')`. */
function putBy(node: unknown): readonly string[] {
  if (!isNode(node) || node.type !== 'CallExpression') return [];
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression' || !PUTS.has(nameOf(callee['property']))) return [];
  return [...putBy(callee['object']), ...(node['arguments'] as readonly Node[]).flatMap(text)];
}

/** `'a b c'.split(' ')`. */
function splitBy(node: Node): readonly string[] {
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression' || nameOf(callee['property']) !== 'split') return [];
  const [by] = node['arguments'] as readonly Node[];
  return by === undefined ? [] : dividedAt(text(by)[0] ?? /[^\p{L}\d]+/u, callee['object'] as Node);
}

function dividedAt(by: string | RegExp, node: Node): readonly string[] {
  const all = joined(node);
  return [...all.split(by), ...alternatives(all).split(by)].map((one) => one.replaceAll(/^[\s`]+|[\s`]+$/g, ''));
}

/** The text of literals that are put together; what is computed divides them. */
function joined(node: unknown): string {
  if (!isNode(node)) return '|';
  switch (node.type) {
    case 'Literal':
      return text(node)[0] ?? patternOf(node);
    case 'TemplateLiteral':
      return (node['quasis'] as readonly Node[]).map((one) => (one['value'] as { cooked: string }).cooked).join('|');
    case 'BinaryExpression':
      return node['operator'] === '+' ? joined(node['left']) + joined(node['right']) : '|';
    default:
      return '|';
  }
}

function patternOf({ regex }: Node): string {
  return (regex as { readonly pattern: string } | undefined)?.pattern ?? '';
}

/** What a pattern chooses among. */
function alternatives(pattern: string): string {
  return pattern.replaceAll(/\(\?(?:<?[=!]|<\w+>|:)|\\[bB]|[()^$?*+]/g, '|');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined;
}

/** A name, or a text in its place. */
function named(node: unknown): readonly string[] {
  const name = nameOf(node);
  return name === undefined ? text(node) : [name];
}

function text(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  return node.type === 'TemplateLiteral' && (node['quasis'] as readonly Node[]).length === 1 ? [joined(node)] : [];
}
