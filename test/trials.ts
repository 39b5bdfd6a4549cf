// How much a test tries: in the fast tier a part. What imports this runs in the tier `all` again, and tries the whole there; so does
// what runs on PostgreSQL.

export const isWhole: boolean =
  (process.env['NINEFOLD_TIER'] ?? 'fast') !== 'fast' || process.env['TEST_ENGINE'] === 'postgres';

export function trials(few: number, many: number): number {
  return isWhole ? many : few;
}

/** Each nth of them in the fast tier. */
export function oneIn<T>(n: number, all: readonly T[]): readonly T[] {
  return isWhole ? all : all.filter((_, place) => place % n === 0);
}
