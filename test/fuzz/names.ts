// Documents by chance whose names lead to each other: references by fields of references, nested shapes in nested shapes, types of other
// fields, identities that are references, rules made from rules. Input: a seed. Output: a document, each part of it well-formed, and which
// fields lead back to themselves by references alone.

import { Random } from '../laws/random.ts';

export interface NamedField {
  readonly name: string;
  readonly type: string;
  readonly setBy: string;
  /** The field that it is shown and sent as, `R0.f1`. */
  readonly shownAs: string | undefined;
}

export interface NamedResource {
  readonly name: string;
  readonly identity: string;
  readonly fields: readonly NamedField[];
}

const SCALARS = ['string', 'integer', 'decimal(2)', 'boolean', 'url', 'date-time', 'uuid', '`a`, `b`'];

export class NamedDocuments {
  readonly #random: Random;
  /** Of what this runtime does, so that something runs; else of all that the notation has. */
  #isCalm = false;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  resources(): readonly NamedResource[] {
    this.#isCalm = this.#random.chance(0.6);
    const count = this.#random.whole(1, 5);
    const sizes = Array.from({ length: count }, () => this.#random.whole(1, 5));
    return sizes.map((size, index) => {
      const name = `R${index}`;
      const fields = Array.from({ length: size }, (_, field) => this.#field(field, sizes));
      const identity = this.#random.weighted([
        [3, '`f0`'],
        [1, `\`f${this.#random.whole(0, size - 1)}\``],
        [this.#isCalm ? 0.3 : 1, 'none'],
        [this.#isCalm ? 3 : 1, '`id`'],
        [0.3, `\`f0\`, \`f${size - 1}\``],
        [this.#isCalm ? 0 : 0.2, 'not shown'],
      ]);
      const id = { name: 'id', type: 'integer', setBy: 'service: new id', shownAs: undefined };
      return { name, identity, fields: identity === '`id`' ? [id, ...fields] : fields };
    });
  }

  #field(index: number, sizes: readonly number[]): NamedField {
    const random = this.#random;
    const other = random.whole(0, sizes.length - 1);
    const there = `f${random.whole(0, sizes[other]! - 1)}`;
    const shownAs = `R${other}.${there}`;
    if (this.#isCalm) return this.#calmField(index, `R${other} by \`${there}\``, shownAs);
    const inner = random.weighted<readonly [string, string?]>([
      [4, [random.pick(SCALARS)]],
      [5, [`R${other} by \`${there}\``, shownAs]],
      [2, [`R${other}`]],
      [1, [`as \`${shownAs}\``, shownAs]],
      [0.7, [`R${other} as \`V\``]],
      [0.5, [`R${other} without \`${there}\``]],
      [0.5, [`R${other} only \`${there}\``]],
    ]);
    const around = random.weighted([
      [7, ''],
      [1, 'array of '],
      [0.5, 'set of '],
      [0.5, 'map of '],
    ]);
    const type = `${around}${inner[0]}${random.chance(0.15) ? ' or null' : ''}`;
    return { name: `f${index}`, type, setBy: this.#setBy(sizes), shownAs: inner[1] };
  }

  #calmField(index: number, reference: string, shownAs: string): NamedField {
    const random = this.#random;
    const refers = random.chance(0.4);
    const type = `${refers ? reference : random.pick(['string', 'integer'])}${random.chance(0.2) ? ' or null' : ''}`;
    const field = `f${random.whole(0, 4)}${random.chance(0.5) ? '.f0' : ''}`;
    const rule = type.startsWith('string') && random.chance(0.3) ? `service: = \`{${field}}\`` : 'caller';
    return { name: `f${index}`, type, setBy: rule, shownAs: refers ? shownAs : undefined };
  }

  #setBy(sizes: readonly number[]): string {
    const random = this.#random;
    const field = `f${random.whole(0, 4)}`;
    const path = random.chance(0.4) ? `${field}.f${random.whole(0, 4)}` : field;
    const resource = `R${random.whole(0, sizes.length - 1)}`;
    const rule = random.pick([
      `slug of \`${path}\``,
      `= \`{${path}}-{f${random.whole(0, 4)}}\``,
      `= \`{${path}}\``,
      `= \`${path}\` + 1`,
      `address of \`GET /${resource.toLowerCase()}/{${field}}\``,
      `new \`${resource}\``,
      `count of ${resource} where \`f0\` = this \`${field}\``,
      `sum of \`${resource}.${field}\` where \`f0\` = this \`${path}\``,
      'new id',
      'now at change',
    ]);
    return random.chance(0.4) ? `service: ${rule}` : 'caller';
  }

  document(resources: readonly NamedResource[] = this.resources()): string {
    const random = this.#random;
    const sections = resources.map(({ name, identity, fields }) => {
      const rows = fields.map(
        (field) =>
          `| \`${field.name}\` | ${field.type} | ${random.pick(this.#isCalm ? ['yes', 'no'] : ['yes', 'yes', 'no', 'if `f0` is set'])} | ${field.setBy} | any | none |`,
      );
      const unique = fields
        .filter(() => this.#isCalm || random.chance(0.5))
        .map((field) => `- Unique: \`${field.name}\`\n`);
      const view = random.some(fields, 1, 3).map((field) => `\`${field.name}\``);
      const other = random.pick(resources).name;
      const deleted = random.pick(
        this.#isCalm
          ? ['none']
          : ['none', `deletes every ${other} where \`f0\` = this`, `refused while ${other} (\`f0\` = this)`],
      );
      return `### ${name}\n\n- Identified by: ${identity}\n- View \`V\`: ${view.join(', ')}\n${unique.join('')}- When deleted: ${deleted}\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
    });
    const operations = resources.map(({ name, identity }) => this.#operations(name, identity));
    return `# D\n\n- Lists: complete unless marked\n\n## 1. What the service does\n\nIt does.\n\n## 2. Resources and their fields\n\n${sections.join('\n')}\n## 3. States and transitions\n\nnone\n\n## 4. Endpoints\n\n${ALL}\n${operations.join('\n')}\n## 5. Authentication\n\nnone\n\n## 6. Events\n\nnone\n\n${errorsOf(resources)}\n## 8. Limits\n\nnone\n\n## 9. Versioning\n\nnone\n`;
  }

  #operations(name: string, identity: string): string {
    const path = `/${name.toLowerCase()}`;
    const key = [...identity.matchAll(/`(\w+)`/g)].map((match) => `{${match[1]!}}`).join('/') || '{f0}';
    const row = `${path}/${key}`;
    const wild = [name, `${name} as \`V\``, `{"a": ${name}}`, '{"a": f0, "b": f1.f0}'];
    const shape = this.#isCalm ? name : this.#random.pick(wild);
    const which = this.#isCalm ? '' : ' where `f0.f1` = `f1`';
    const order = this.#isCalm ? 'oldest first' : 'ascending `f0.f0`';
    return `### POST ${path}

- Does: creates ${name}
- Body: ${name}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | ${shape} |

### GET ${path}

- Does: lists ${name}${which}
- Order: ${order}
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of ${name} |

### GET ${row}

- Does: reads ${name}
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | ${shape} |

### PATCH ${row}

- Does: updates ${name}
- Body: ${name}
- Omitted fields: kept
- Null fields: cleared
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | updated | ${name} |

### DELETE ${row}

- Does: deletes ${name}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |
`;
  }
}

const ALL = `### All operations

- Media type: application/json
- Who: anyone
- Emits: none
- Unknown fields: refused
- Read-only fields: refused
- Other operations: none
`;

const errorsOf = (resources: readonly NamedResource[]): string => `## 7. Errors

- Error body: {"error": <code>, "fields": [<field>]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`bad\` | 422 | any field missing, any field blank, any field invalid, any field taken, unknown field, read-only field |
| \`badq\` | 400 | invalid query |
${resources.map(({ name }) => `| \`no${name}\` | 404 | no such ${name} |`).join('\n')}
`;

/** By following the references one after the other, as long as there are names: a field that is met again leads back. */
export function shownAsThemselves(resources: readonly NamedResource[]): ReadonlySet<string> {
  const fields = resources.flatMap(({ name, fields: own }) =>
    own.map((one): [string, NamedField] => [`${name}.${one.name}`, one]),
  );
  const next = new Map<string, string | undefined>(fields.map(([name, { shownAs }]) => [name, shownAs]));
  const back = new Set<string>();
  for (const [name] of fields) {
    let at = next.get(name);
    for (let steps = 0; at !== undefined && at !== name && steps < fields.length; steps += 1) at = next.get(at);
    if (at === name) back.add(name);
  }
  return back;
}
