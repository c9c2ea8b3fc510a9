/**
 * A row of numbers that knows where its minimum is: a binary tree of minima over them.
 *
 * A change costs the logarithm of the length, and so does a search. The released Go code looks at every queue instead.
 */
export class MinimumTree {
  private readonly leaves: number;
  /** Node 1 is the root, the children of node n are 2n and 2n + 1, the row begins at `leaves`. */
  private readonly nodes: Float64Array;

  /**
   * @param length - of the row; every number starts as `Infinity`
   */
  constructor(length: number) {
    let leaves = 1;
    while (leaves < length) {
      leaves *= 2;
    }
    this.leaves = leaves;
    this.nodes = new Float64Array(2 * leaves).fill(Infinity);
  }

  /**
   * Changes one number.
   *
   * @param index - its place in the row
   * @param value - what it is from now on
   */
  set(index: number, value: number): void {
    const { nodes } = this;
    let node = this.leaves + index;
    nodes[node] = value;
    while (node > 1) {
      const smaller = Math.min(nodes[node] as number, nodes[node ^ 1] as number);
      node >>= 1;
      if (nodes[node] === smaller) {
        return;
      }
      nodes[node] = smaller;
    }
  }

  /**
   * Finds the minimum, going round the row once.
   *
   * @param start - where to begin, a place in the row
   * @returns the first place from there on, and then from the beginning, whose number is the smallest
   */
  indexOfMinimum(start: number): number {
    const { nodes, leaves } = this;
    const minimum = nodes[1] as number;
    let node = leaves + start;
    // Up, until the node or its neighbour on the right holds the minimum; beyond the right edge, once more from the root.
    while (nodes[node] !== minimum) {
      while (node % 2 === 1 && node > 1) {
        node >>= 1;
      }
      node = node > 1 ? node + 1 : 1;
    }
    while (node < leaves) {
      node = nodes[2 * node] === minimum ? 2 * node : 2 * node + 1;
    }
    return node - leaves;
  }
}
