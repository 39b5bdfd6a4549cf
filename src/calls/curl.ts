// A call as one line for a POSIX shell. Input: method, address, headers and body, with any characters. Output: the line. Both
// functions also run in the operator's page, as the text they are written in: nothing outside of them is used there.

export interface PlainCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

/** One word of a shell, line breaks and all. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `inShell`: `quoted`, handed in where this runs alone. */
export function curlLine({ method, url, headers, body }: PlainCall, inShell: (text: string) => string): string {
  const line = ['curl -sS'];
  if (method === 'HEAD') line.push('--head');
  else if (method !== 'GET' || body !== undefined) line.push('-i', '-X', method);
  else line.push('-i');
  // curl reads brackets and braces of an address as lists, and takes dots out of its path.
  if (/[[\]{}]/.test(url)) line.push('--globoff');
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) line.push('--path-as-is');
  line.push(inShell(url));
  // A header without a value is one that curl leaves out, unless it ends in a semicolon.
  for (const [name, value] of headers) line.push('-H', inShell(value === '' ? `${name};` : `${name}: ${value}`));
  if (body === undefined) return line.join(' ');
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) line.push('-H', inShell('Content-Type:'));
  // Raw: `@` at the beginning is no name of a file.
  line.push('--data-raw', inShell(body));
  return line.join(' ');
}
