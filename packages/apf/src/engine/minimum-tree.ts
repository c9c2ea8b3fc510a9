/**
 * A list of numbers with a binary tree of minima above it, to find the minimum fast.
 *
 * A change and a search take logarithmic time. The released Go code searches through all queues instead.
 */
export class MinimumTree {
  private readonly leaves: number;
  /** Node 1 is the root, the children of node n are 2n and 2n + 1, the list starts at `leaves`. */
  private readonly nodes: Float64Array;

  /**
   * Makes a list of `Infinity`.
   *
   * @param length - number of entries
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
   * @param index - its index
   * @param value - the new value
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
   * Finds the minimum, searching circularly.
   *
   * @param start - index to start from
   * @returns the first index from there, and then from the beginning, that holds the minimum
   */
  indexOfMinimum(start: number): number {
    const { nodes, leaves } = this;
    const minimum = nodes[1] as number;
    let node = leaves + start;
    // Climbs until the node or its right neighbour holds the minimum; after the right edge, restarts at the root.
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
