// The index of docs/notation.md: each key and column as src/notation declares it, each word of the grammar in the page, which tests hold to
// the parsers of src/notation, and each word in angle brackets. Input: the page. Output: a table with links into the page.

import { partNumber, type PartName } from '../src/base/parts.ts';
import { PLACES, type DeclaredPlace } from '../src/notation/sections.ts';
import { ANSWERS } from '../src/notation/statuses.ts';
import { WORDS } from '../src/notation/words.ts';
import { isSigns, parts, readGrammar, START } from '../test/grammar/ebnf.ts';

interface Entry {
  readonly term: string;
  /** `key of operations`, `column of fields`, `word`. */
  readonly is: string;
  /** The heading that explains it. */
  readonly heading: string;
}

/** Heads that have a heading of their own below their part. */
const HEADS: Readonly<Record<string, string>> = {
  'fields/Type': 'Types',
  'fields/Required': 'Required and Present',
  'fields/Present': 'Required and Present',
  'fields/Set by': 'Who sets a field',
  'fields/Allowed values': 'Allowed values and Default',
  'fields/Default': 'Allowed values and Default',
  'resources/Visible to': 'Rows that not everybody sees',
  'machines/Any other move': 'Any other move',
  'states/Kind': 'Kinds of states',
  'operations/Does': 'What a call does',
  'operations/Who': 'Who may',
  'operations/Repeat': 'What a second call does',
  'operations/Omitted fields': 'Omitted, null and empty',
  'operations/Null fields': 'Omitted, null and empty',
  'operations/Empty text': 'Omitted, null and empty',
  'operations/Emits': 'What is sent',
  'moves/Emits': 'What is sent',
};

const TABLES_OF_OPERATIONS = new Set([
  'path parameters',
  'query parameters',
  'header parameters',
  'body fields',
  'answers',
  'answers that refuse',
]);

/** The heading of each group of rules in the grammar, and of the rules that another one explains. */
const GROUPS: Readonly<Record<string, string>> = {
  'part 2: types, and what a field must be': 'Types',
  'part 2: what sets a field': 'Who sets a field',
  conditions: 'Conditions',
  'part 3: moves': 'Part 3',
  'part 4: who and what': 'Part 4',
  'part 4: the cells of its tables': 'Tables',
  'part 7: causes': 'Part 7',
  'parts 5, 8 and 9': 'Part 5',
  names: '1.5 Names and values',
};

const RULES: Readonly<Record<string, string>> = {
  ...under('Required and Present', 'required cardinality presence'),
  ...under('Part 7', 'yes_no'),
  ...under('Allowed values and Default', 'constraints narrowing allowed narrowings simple_literal literal'),
  ...under('Patterns', 'pattern'),
  ...under('1.3 Grain', 'half_gap'),
  ...under('Decision tables', 'decided_when'),
  ...under('Part 2', 'unique deletion_rules deletion_rule'),
  ...under('By time', 'by duration long_unit'),
  ...under('Any other move', 'any_other_move'),
  ...under('Who may', 'who people person'),
  ...under('What a call does', 'effects effect also assignments assignment amounts amount'),
  ...under('Omitted, null and empty', 'field_policy policy empty_text_policy text_policy'),
  ...under('Members that a field keeps', 'unknown_fields'),
  ...under('What a second call does', 'repeat key_header repeat_scope scope_word kept_answers excepted'),
  ...under('One answer in one line', 'answers'),
  ...under('Shapes and templates', 'shape rows_shape template'),
  ...under('Part 4', 'preconditions precondition headers_in header_in'),
  ...under(
    'Part 6',
    'sent_as accepted tries waits delivery_order signature secret envelope duplicates given_up happening happened',
  ),
  ...under(
    'Part 8',
    'limit_value rate size time_unit limit_per limit_each per_resource applies_to called limited_if when_exceeded',
  ),
  ...under('Part 9', 'version_scheme version versions retirement retired other_version version_change'),
};

/** What is written in a document and is neither declared nor in the grammar: the title, the words for all values, headings. */
const OTHERS: readonly Entry[] = [
  { term: 'Lists', is: 'key of the title', heading: '1.4 Lists' },
  { term: 'complete unless marked', is: 'word', heading: '1.4 Lists' },
  { term: 'complete only where marked', is: 'word', heading: '1.4 Lists' },
  { term: 'not shown', is: 'word', heading: '1.2 Three words' },
  { term: 'none', is: 'word', heading: '1.2 Three words' },
  { term: 'any', is: 'word', heading: '1.2 Three words' },
  { term: 'All fields', is: 'heading', heading: 'All fields' },
  { term: 'All operations', is: 'heading', heading: 'Part 4' },
  { term: 'Delivery', is: 'heading', heading: 'Part 6' },
  { term: 'Notes', is: 'heading', heading: '1.1 What binds' },
  { term: 'Example', is: 'heading', heading: '1.1 What binds' },
  ...['Assumed by', 'Assumed on', 'Why', 'Until'].map((term) => ({
    term,
    is: 'key of assumptions',
    heading: '1.9 Assumptions',
  })),
  { term: ANSWERS.head, is: 'key of operations', heading: 'One answer in one line' },
];

/** A row for each spelling; what is spelled alike is one row. */
export function indexTable(page: string): string {
  const entries = [...OTHERS, ...headEntries(), ...wordEntries(page), ...angleWords()];
  const titles = titlesIn(page);
  const byTerm = Map.groupBy(entries, ({ term }) => term.toLowerCase());
  const rows = [...byTerm]
    .toSorted(([one], [other]) => (sortedBy(one) < sortedBy(other) ? -1 : 1))
    .map(([, same]) => {
      const kinds = kindsOf(same.map(({ is }) => is));
      const links = [...new Set(same.map(({ heading }) => heading))]
        .map((heading) => link(titles, heading))
        .join(' · ');
      return `| \`${same[0]!.term}\` | ${kinds} | ${links} |`;
    });
  return ['| term | is | explained in |', '|---|---|---|', ...rows].join('\n');
}

/** `column of fields, codes, word`: what is the same of several is named once. */
function kindsOf(kinds: readonly string[]): string {
  const byWhat = Map.groupBy(new Set(kinds), (kind) => /^(?:first column|column|key) of /.exec(kind)?.[0] ?? kind);
  return [...byWhat].map(([what, all]) => what + all.map((kind) => kind.slice(what.length)).join(', ')).join('; ');
}

/** Words in angle brackets stand among the others. */
function sortedBy(term: string): string {
  return `${term.replace(/^</, '')} ${term}`;
}

function headEntries(): readonly Entry[] {
  return PLACES.flatMap((place) => {
    const { section, table, of, written } = place;
    const is =
      written === 'bullets' ? `key of ${of}` : written === 'rows' ? 'row of the Repeat table' : `column of ${of}`;
    const declared = [...(table ? [{ ...table, isTable: true }] : []), ...Object.values(section)];
    return declared.flatMap(({ head, spellings = [], ...rest }) => {
      const heading = HEADS[`${of}/${head}`] ?? headingOf(place);
      const kind = 'isTable' in rest ? `first column of ${of}` : is;
      const others = spellings.map((term) => ({ term, is: `another spelling of ${head}`, heading: '1.1 What binds' }));
      return [{ term: head, is: kind, heading }, ...others];
    });
  });
}

function headingOf({ of, part, written }: DeclaredPlace): string {
  if (written === 'rows') return 'What a second call does';
  return TABLES_OF_OPERATIONS.has(of) ? 'Tables' : partHeading(part);
}

function partHeading(part: PartName): string {
  return `Part ${partNumber(part)}`;
}

/** The terminals of the rules in small letters; what is only excepted is no word there. */
function wordEntries(page: string): readonly Entry[] {
  const text = /^```ebnf\n([\s\S]*?)^```$/m.exec(page)![1]!;
  const groups = groupsOf(text);
  const grammar = readGrammar(text);
  const gone = Object.keys(RULES).find((rule) => !grammar.has(rule));
  if (gone !== undefined) throw new Error(`scripts/notation-index.ts explains ${gone}, which is no rule`);
  return [...grammar].flatMap(([rule, expression]) => {
    if (isSigns(rule) || rule === START) return [];
    const excepted = new Set(
      [...parts(expression)].flatMap((one) => (one.kind === 'except' ? [...parts(one.not)] : [])),
    );
    const terms = [...parts(expression)].flatMap((one) =>
      one.kind === 'terminal' && !excepted.has(one) ? [one.text] : [],
    );
    const group = groups.get(rule);
    const heading = RULES[rule] ?? (group === undefined ? undefined : GROUPS[group]);
    return terms
      .filter((term) => /[a-z]/i.test(term))
      .map((term) => {
        if (heading === undefined)
          throw new Error(`scripts/notation-index.ts does not say what explains the rule ${rule}`);
        return { term, is: 'word', heading };
      });
  });
}

/** The comment above each rule. */
function groupsOf(text: string): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  let group: string | undefined;
  for (const line of text.split('\n')) {
    group = /^\(\* --- (.*?) --- \*\)$/.exec(line)?.[1] ?? group;
    const rule = /^([a-z_]+) =/.exec(line)?.[1];
    if (rule !== undefined && group !== undefined) groups.set(rule, group);
  }
  return groups;
}

function angleWords(): readonly Entry[] {
  return Object.keys(WORDS).map((word) => ({
    term: `<${word}>`,
    is: 'filled by the service',
    heading: word === 'problem' ? 'What is wrong with a field' : 'Shapes and templates',
  }));
}

/** Its headings, without those of its examples. */
function titlesIn(page: string): readonly string[] {
  const prose = page.replaceAll(/^(`{3,}).*?^\1$/gms, '');
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, text]) => text!);
}

/** To the one heading that is, or begins with, these words and a colon. */
function link(titles: readonly string[], heading: string): string {
  const title = titles.find((text) => text === heading || text.startsWith(`${heading}:`));
  if (title === undefined) throw new Error(`docs/notation.md has no heading ${heading}`);
  const anchor = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
  return `[${title}](#${anchor})`;
}

function under(heading: string, rules: string): Readonly<Record<string, string>> {
  return Object.fromEntries(rules.split(' ').map((rule) => [rule, heading]));
}
