import type { Lane, LaneStyle } from './lanes.js';
import { renderTable } from './table/render.js';
import { type Layout, right, unsorted } from './table/table.js';

const ROWS = 20;
const BAR = 40;

/** Counts the lanes in each state over time, for more lanes than can be drawn. The first state is not shown. */
export function renderCounts<State extends string>(
  lanes: readonly Lane<State>[],
  { states, durationMs }: LaneStyle<State>,
  layout: Layout,
): string {
  const shown = (Object.keys(states) as State[]).slice(1);
  const rows = countsOf(lanes, durationMs);
  const total = (counts: ReadonlyMap<State, number>) =>
    shown.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
  const most = rows.reduce((max, counts) => Math.max(max, total(counts)), 1);
  const bar = (counts: ReadonlyMap<State, number>) => {
    let [sum, drawn] = [0, 0];
    return shown
      .map((state) => {
        const [sign, color] = states[state];
        sum += counts.get(state) ?? 0;
        const part = sign.repeat(Math.round((sum / most) * BAR) - drawn);
        drawn += part.length;
        return color === undefined ? part : layout.colors[color](part);
      })
      .join('');
  };
  const columns = [right('TIME'), ...shown.map((state) => right(state.toUpperCase())), ''];
  const cells = rows.map((counts, index) => [
    `${Math.round((index * durationMs) / ROWS / 1000)}s`,
    ...shown.map((state) => `${counts.get(state) ?? 0}`),
    bar(counts),
  ]);
  return renderTable({ columns, rows: cells }, unsorted(layout));
}

/** How many lanes are in each state, at times of the same distance. */
function countsOf<State extends string>(
  lanes: readonly Lane<State>[],
  durationMs: number,
): readonly ReadonlyMap<State, number>[] {
  const rows = Array.from({ length: ROWS + 1 }, () => new Map<State, number>());
  for (const { first, changes } of lanes) {
    let [state, next] = [first, 0];
    rows.forEach((counts, row) => {
      const atMs = (row * durationMs) / ROWS;
      for (let found = changes[next]; found && found.atMs <= atMs; found = changes[next]) {
        state = found.state;
        next += 1;
      }
      counts.set(state, (counts.get(state) ?? 0) + 1);
    });
  }
  return rows;
}
