// How much a test tries. What imports this and is fast tries a part, and runs in the tier `all` again, where it tries the whole; so does
// what runs on PostgreSQL. What has `inLong` or `oneUntilLong` runs in the tier `long` again, with more.

const tier = process.env['NINEFOLD_TIER'] ?? 'fast';

export const isWhole: boolean = tier !== 'fast' || process.env['TEST_ENGINE'] === 'postgres';

/** What is whole tries a part of it all the same with TEST_TRIALS=few. */
const hasMany = isWhole && process.env['TEST_TRIALS'] !== 'few';

export function trials(few: number, many: number): number {
  return hasMany ? many : few;
}

export function inLong(many: number, most: number): number {
  return tier === 'long' ? most : many;
}

/** Each nth of them, and in the tier `long` all. */
export function oneUntilLong<T>(n: number, all: readonly T[]): readonly T[] {
  return all.filter((_, place) => place % inLong(n, 1) === 0);
}

/** Each nth of them in the fast tier. */
export function oneIn<T>(n: number, all: readonly T[]): readonly T[] {
  return hasMany ? all : all.filter((_, place) => place % n === 0);
}
