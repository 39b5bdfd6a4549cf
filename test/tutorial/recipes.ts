// The recipes of docs/cookbook.md. Input: the page. Output: its sections, each with the document in it and the command that starts it.

export interface Recipe {
  readonly title: string;
  /** The section as it is on the page, with its heading. */
  readonly text: string;
  readonly file: string;
  readonly document: string;
  /** As the section says it, else `ninefold serve` and the file. */
  readonly start: string;
}

/** What is in front of the first heading, and a section for each; a heading inside of a fence is one of a document. */
export function sectionsOf(page: string): readonly string[] {
  const sections = [''];
  let isFence = false;
  for (const line of page.split(/(?<=\n)/)) {
    if (line.startsWith('```')) isFence = !isFence;
    if (!isFence && line.startsWith('## ')) sections.push(line);
    else sections[sections.length - 1] += line;
  }
  return sections;
}

/** The section as a recipe; none where it has no document. */
export function recipeOf(text: string): Recipe | undefined {
  const documents = [...text.matchAll(/^```markdown file=(\S+)\n(.*?)^```$/gms)];
  const [, file = '', document = ''] = documents[0] ?? [];
  if (documents.length === 0) return undefined;
  if (documents.length > 1) throw new Error(`one document a recipe:\n${text}`);
  const title = /^## (.*)$/m.exec(text)![1]!;
  const [, start = `ninefold serve ${file}`] = /`(ninefold serve [^`]+)`/.exec(text) ?? [];
  return { title, text, file, document, start };
}
