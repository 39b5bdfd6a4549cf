// Accept. Input: the media types that an operation answers with. Output: does the request admit one of them?
// https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1

export type Accepts = (accept: string | undefined) => boolean;

/** Clients send a handful of different headers: the results are kept for this many. */
const KEPT = 64;

export function compileAccept(mediaTypes: readonly string[]): Accepts {
  const types = [...new Set(mediaTypes.map((type) => bare(type)))];
  if (types.length === 0) return () => true;
  const known = new Map<string, boolean>();
  return (accept) => {
    if (accept === undefined || accept === '*/*' || accept === '') return true;
    let admitted = known.get(accept);
    if (admitted === undefined) {
      const ranges = parse(accept);
      admitted = types.some((type) => quality(type, ranges) > 0);
      if (known.size < KEPT && accept.length <= 256) known.set(accept, admitted);
    }
    return admitted;
  };
}

function bare(type: string): string {
  return type.split(';', 1)[0]!.trim().toLowerCase();
}

interface Range {
  readonly range: string;
  readonly quality: number;
}

function parse(accept: string): readonly Range[] {
  return accept.split(',').flatMap((part): Range[] => {
    const range = bare(part);
    if (range === '') return [];
    const weight = /;\s*q\s*=\s*([\d.]+)/i.exec(part);
    return [{ range, quality: weight === null ? 1 : Number(weight[1]) }];
  });
}

/** The most specific range that fits decides. */
function quality(type: string, ranges: readonly Range[]): number {
  const [major] = type.split('/');
  for (const wanted of [type, `${major}/*`, '*/*']) {
    const fitting = ranges.filter(({ range }) => range === wanted);
    if (fitting.length > 0) return Math.max(...fitting.map((each) => each.quality));
  }
  return 0;
}
