import { expect, it } from 'vitest';
import { Network } from '../../src/base/max-flow.ts';
import { Random } from '../laws/random.ts';

it('finds the flow of a small network, and the side that the source keeps', () => {
  const network = new Network(4);
  network.connect(0, 1, 3);
  network.connect(0, 2, 2);
  network.connect(1, 2, 1);
  network.connect(1, 3, 1);
  network.connect(2, 3, 4);
  expect(network.saturate(0, 3)).toBe(4);
  expect(network.sourceSide(0)).toEqual([true, true, false, false]);
});

it('flows as much as the smallest cut of networks by chance lets through', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const random = new Random(seed);
    const nodes = random.whole(2, 7);
    const arcs = Array.from({ length: random.whole(0, 14) }, () => ({
      from: random.whole(0, nodes - 1),
      to: random.whole(0, nodes - 1),
      capacity: random.whole(0, 9),
    }));
    const network = new Network(nodes);
    for (const { from, to, capacity } of arcs) network.connect(from, to, capacity);
    const cut = (isIn: (node: number) => boolean): number =>
      arcs.reduce((sum, { from, to, capacity }) => sum + (isIn(from) && !isIn(to) ? capacity : 0), 0);
    let smallest = Infinity;
    for (let set = 0; set < 2 ** nodes; set += 1) {
      const isIn = (node: number): boolean => (set & (1 << node)) !== 0;
      if (isIn(0) && !isIn(nodes - 1)) smallest = Math.min(smallest, cut(isIn));
    }
    const side = ((): readonly boolean[] => {
      expect(network.saturate(0, nodes - 1), `seed ${seed}`).toBe(smallest);
      return network.sourceSide(0);
    })();
    expect(cut((node) => side[node]!)).toBe(smallest);
  }
});
