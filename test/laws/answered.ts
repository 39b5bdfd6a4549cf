// An answer as it was heard, and what stands in its headers.

export interface Answered {
  readonly status: number;
  /** Names in small letters, in the order they were sent. */
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

export function header(answer: Answered, name: string): string | undefined {
  return answer.headers.find(([key]) => key === name)?.[1];
}

/** RFC 9651, a list of strings. */
export function list(value: string): string[] {
  return [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => m[1]!.replace(/\\(.)/g, '$1'));
}
