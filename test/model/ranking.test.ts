// Questions in the order of what they release, held to a search through all sets of questions.

import { describe, expect, it } from 'vitest';
import { rankQuestions, type Waiting } from '../../src/analysis/questions/ranking.ts';
import { Random } from '../laws/random.ts';
import { processorTime } from '../processor-time.ts';

const waiting = (table: Readonly<Record<string, string>>): Waiting[] =>
  Object.entries(table).map(([operation, questions]) => ({ operation, questions: [...questions] }));

function most(all: readonly Waiting[], questions: readonly string[]): number[] {
  const best = Array.from({ length: questions.length + 1 }, () => 0);
  for (let set = 0; set < 2 ** questions.length; set += 1) {
    const answered = new Set(questions.filter((_, index) => (set & (1 << index)) !== 0));
    const released = all.filter((one) => one.questions.every((question) => answered.has(question))).length;
    best[answered.size] = Math.max(best[answered.size]!, released);
  }
  return best;
}

describe('questions are ranked', () => {
  it('by what they release for the fewest answers', () => {
    const blocks = rankQuestions(waiting({ A: 'xyz', B: 'q', C: 'q', D: 'xq', E: '' }), [...'zyxq']);
    expect(blocks).toEqual([
      { questions: [{ question: 'q', releases: ['B', 'C'] }] },
      { questions: [{ question: 'x', releases: ['D'] }] },
      {
        questions: [
          { question: 'z', releases: [] },
          { question: 'y', releases: ['A'] },
        ],
      },
    ]);
  });

  it('so that no other set of as many answers as whole blocks hold releases more', () => {
    let several = 0;
    for (let seed = 0; seed < 400; seed += 1) {
      const random = new Random(seed);
      const questions = [...'abcdefghi'].slice(0, random.whole(1, 9));
      const all = Array.from({ length: random.whole(1, 8) }, (_, index) => ({
        operation: `${index}`,
        questions: random.some(questions, 1, 4),
      }));
      const best = most(all, questions);
      const blocks = rankQuestions(all, questions);
      let [answers, released] = [0, 0];
      let last = Infinity;
      for (const block of blocks) {
        const own = block.questions.flatMap(({ releases }) => releases).length;
        expect(own / block.questions.length, `seed ${seed}: the first release most`).toBeLessThan(last);
        last = own / block.questions.length;
        answers += block.questions.length;
        released += own;
        expect(released, `seed ${seed}, ${answers} answers`).toBe(best[answers]);
      }
      if (blocks.length > 1) several += 1;
      // What is said of each question is true, and all of it is said once.
      const answered = new Set<string>();
      const running = new Set<string>();
      for (const { question, releases } of blocks.flatMap((block) => block.questions)) {
        answered.add(question);
        const now = all.filter((one) => one.questions.every((each) => answered.has(each)));
        expect(now.map(({ operation }) => operation).filter((each) => !running.has(each))).toEqual(releases.toSorted());
        for (const each of releases) running.add(each);
      }
      expect(running.size).toBe(all.length);
    }
    expect(several).toBeGreaterThan(100);
  });

  it('at once: 500 operations that wait for 5,000 questions', () => {
    const random = new Random(7);
    const questions = Array.from({ length: 5000 }, (_, index) => `${index}`);
    const all = Array.from({ length: 500 }, (_, index) => ({
      operation: `${index}`,
      questions: [
        ...questions.slice(index * 9, index * 9 + 9),
        ...random.some(questions.slice(4500), 0, 6),
        questions[4999]!,
      ],
    }));
    const before = processorTime();
    const blocks = rankQuestions(all, questions);
    expect(processorTime() - before).toBeLessThan(1500);
    expect(blocks.flatMap((block) => block.questions).length).toBeGreaterThan(4500);
  });
});
