/** Events by time; those of the same time in the order in which they were added. A binary heap. */
export class EventQueue<T> {
  private readonly heap: { readonly atMs: number; readonly order: number; readonly event: T }[] =
    [];
  private added = 0;

  push(atMs: number, event: T): void {
    const { heap } = this;
    const entry = { atMs, order: this.added++, event };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(at, parent)) {
        break;
      }
      this.swap(at, parent);
      at = parent;
    }
  }

  /** The next event; undefined if there is none. */
  pop(): { readonly atMs: number; readonly event: T } | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) {
      return first;
    }
    heap[0] = last;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let least = left < heap.length && this.isBefore(left, at) ? left : at;
      least = right < heap.length && this.isBefore(right, least) ? right : least;
      if (least === at) {
        return first;
      }
      this.swap(at, least);
      at = least;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [left, right] = [this.heap[a], this.heap[b]];
    return (
      left !== undefined &&
      right !== undefined &&
      (left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order))
    );
  }

  private swap(a: number, b: number): void {
    const { heap } = this;
    [heap[a], heap[b]] = [heap[b] as (typeof heap)[number], heap[a] as (typeof heap)[number]];
  }
}
