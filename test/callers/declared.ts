// What a document says of its fields and schemes, read with a few patterns and nothing of Ninefold. Input: its text.

/** Fields that no caller sends: by every resource that has them. */
export function identities(source: string): readonly string[] {
  const fields = new Map<string, boolean>();
  for (const [, name = '', setBy = ''] of rows(partOf(source, 2), 'Field', 'Set by'))
    fields.set(name, (fields.get(name) ?? false) || setBy.startsWith('caller'));
  return [...fields].flatMap(([name, isSent]) => (isSent ? [] : [name]));
}

/** Has it callers? */
export function hasCallers(source: string): boolean {
  return !/^\s*(?:none|not shown)\s*$/.test(partOf(source, 5).replace(/^## .*$/m, ''));
}

/** Are its callers no rows? */
export function isWithoutRows(source: string): boolean {
  return /^- Caller: none$/m.test(partOf(source, 5));
}

/** Days after which its tokens have expired; undefined where nothing says so. */
export function lifetime(source: string): number | undefined {
  const days = /^- Token lifetime: (\d+) days$/m.exec(partOf(source, 5))?.[1];
  return days === undefined ? undefined : Number(days);
}

/** Can anything end its tokens before they expire? */
export function revokes(source: string): boolean {
  return !/^- Revoked when: none$/m.test(partOf(source, 5));
}

/** Are fields that nobody may send passed over, and not refused? */
export function passesOverFields(source: string): boolean {
  return /^- Unknown fields: ignored$/m.test(source) && /^- Read-only fields: ignored$/m.test(source);
}

function partOf(source: string, number: number): string {
  const from = source.indexOf(`\n## ${number}.`);
  const to = source.indexOf(`\n## ${number + 1}.`);
  return source.slice(from + 1, to);
}

/** Of all tables that begin with this head: the first cell without ticks, and the one under the other head. */
function* rows(part: string, first: string, second: string): Generator<readonly [string, string, string]> {
  let at = -1;
  for (const line of part.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells[1] === first) at = cells.indexOf(second);
    else if (!line.startsWith('|')) at = -1;
    else if (at !== -1 && !cells[1]!.startsWith('-')) yield [line, cells[1]!.replaceAll('`', ''), cells[at]!];
  }
}
