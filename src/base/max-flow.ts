// A maximum flow through a network, and the side of a minimum cut that the source is on (Dinic's algorithm). Input: nodes, arcs with whole
// capacities. Output: how much flows; which nodes the source still reaches. Pure.

export class Network {
  /** Node → its arcs; an arc and its reverse are neighbours: `arc ^ 1`. */
  readonly #arcs: number[][];
  readonly #to: number[] = [];
  readonly #left: number[] = [];

  constructor(nodes: number) {
    this.#arcs = Array.from({ length: nodes }, () => []);
  }

  /** `capacity`: a whole number, or Infinity. */
  connect(from: number, to: number, capacity: number): void {
    this.#arcs[from]!.push(this.#to.length);
    this.#to.push(to);
    this.#left.push(capacity);
    this.#arcs[to]!.push(this.#to.length);
    this.#to.push(from);
    this.#left.push(0);
  }

  /** Sends as much as there is way for. Finite when every path from source to sink has a finite arc. */
  saturate(source: number, sink: number): number {
    let sum = 0;
    for (;;) {
      const levels = this.#levels(source);
      if (levels[sink] === -1) return sum;
      const tried = new Uint32Array(this.#arcs.length);
      for (;;) {
        const sent = this.#push(source, sink, levels, tried);
        if (sent === 0) break;
        sum += sent;
      }
    }
  }

  /** After `saturate`: the nodes that the source still reaches, the smallest side of a minimum cut. */
  sourceSide(source: number): readonly boolean[] {
    return [...this.#levels(source)].map((level) => level !== -1);
  }

  #levels(source: number): Int32Array {
    const levels = new Int32Array(this.#arcs.length).fill(-1);
    levels[source] = 0;
    const queue = [source];
    for (const node of queue) {
      for (const arc of this.#arcs[node]!) {
        const to = this.#to[arc]!;
        if (levels[to] !== -1 || !(this.#left[arc]! > 0)) continue;
        levels[to] = levels[node]! + 1;
        queue.push(to);
      }
    }
    return levels;
  }

  /** One way along rising levels, without recursion: networks are as long as documents. */
  #push(source: number, sink: number, levels: Int32Array, tried: Uint32Array): number {
    const way: number[] = [];
    let node = source;
    while (node !== sink) {
      const arcs = this.#arcs[node]!;
      const arc = arcs[tried[node]!];
      if (arc === undefined) {
        const back = way.pop();
        if (back === undefined) return 0;
        node = this.#to[back ^ 1]!;
        tried[node]! += 1;
      } else if (this.#left[arc]! > 0 && levels[this.#to[arc]!] === levels[node]! + 1) {
        way.push(arc);
        node = this.#to[arc]!;
      } else tried[node]! += 1;
    }
    const sent = Math.min(...way.map((arc) => this.#left[arc]!));
    for (const arc of way) {
      this.#left[arc]! -= sent;
      this.#left[arc ^ 1]! += sent;
    }
    return sent;
  }
}
