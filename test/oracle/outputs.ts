// All that follows from a document and that a user can see. Input: a document in a folder, a source of chance. Output: a text with
// a section for each command, for what is printed and edited, and for ids that are explained.

import { join, relative } from 'node:path';

import { explainId } from '../../src/cli/explain-gap.ts';
import { run } from '../../src/cli/program.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { asksOf, factOf } from '../../src/analysis/questions/questions.ts';
import { print, writeAnswer, writeMarks } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { captured } from '../cli/captured.ts';
import type { Random } from '../laws/random.ts';

const COMMANDS = [
  ['check', '--format', 'json'],
  ['check', '--format', 'sarif'],
  ['check', '--format', 'pretty'],
  ['ask', '--no-interactive', '--format', 'json'],
  ['ask', '--no-interactive'],
  ['plan', '--format', 'json'],
  ['plan', '--format', 'pretty'],
];

/** Questions of a document that are answered, and ids that are explained. */
const LOOKED_AT = 6;
const ANSWERS = ['none', 'any', 'yes', '`a`', '200', 'nonsense of the clerk'];

export async function outputs(directory: string, file: string, source: string, random: Random): Promise<string> {
  const sections: string[] = [];
  for (const args of COMMANDS) {
    const console = captured({ directory });
    const exit = await run([args[0]!, file, ...args.slice(1)], console).catch(String);
    sections.push(section(`${args.join(' ')}, exit ${exit}`, `${console.stdout()}${console.stderr()}`));
  }
  const { document, diagnostics } = read(source, file);
  const model = link(document, diagnostics);
  sections.push(
    section('print', print(document)),
    section(
      'marks',
      shown(() => writeMarks(model)),
    ),
  );
  sections.push(...answered(model, random), ...explained(model, random, directory));
  const root = relative(directory, join(import.meta.dirname, '..', '..'));
  return sections.join('').replaceAll(join(directory, '/'), '').replaceAll(root, '');
}

function answered(model: Model, random: Random): string[] {
  const asks = asksOf(model).flatMap((group) => group.asks);
  return random.some(asks, 0, LOOKED_AT).flatMap((ask) =>
    [ask.forms[0] ?? 'none', random.pick(ANSWERS)].map((answer) =>
      section(
        `${ask.gap.id} answered with ${answer}`,
        shown(() => writeAnswer(model, factOf(model, ask.gap.id)!, answer)),
      ),
    ),
  );
}

function explained(model: Model, random: Random, directory: string): string[] {
  const ids = asksOf(model).flatMap(({ asks }) => asks.flatMap(({ gaps }) => gaps));
  return random.some(ids, 0, LOOKED_AT).map((id) => {
    const console = captured({ directory });
    return section(
      `explain ${id}`,
      shown(() => [explainId(id, model, console), console.stdout()]),
    );
  });
}

/** A refusal is an answer, too. */
function shown(of: () => unknown): string {
  try {
    return JSON.stringify(of(), undefined, 1) ?? 'undefined';
  } catch (error) {
    return String(error);
  }
}

function section(title: string, text: string): string {
  return `==== ${title}\n${text}\n`;
}
