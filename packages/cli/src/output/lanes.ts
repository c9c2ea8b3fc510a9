import type { Colors } from './colors.js';
import { renderTable } from './table/render.js';
import { type Layout, right, unsorted } from './table/table.js';
import { visible } from './text.js';

/** What something does over time. */
export interface Lane<State extends string> {
  readonly title: string;
  /** What it does at the start. */
  readonly first: State;
  /** What it does from a time on, in order. */
  readonly changes: readonly { readonly atMs: number; readonly state: State }[];
}

/** How lanes are drawn. */
export interface LaneStyle<State extends string> {
  /** The sign and the color of each state, from the least to the most notable. */
  readonly states: {
    readonly [state in State]: readonly [sign: string, color?: 'green' | 'yellow' | 'red'];
  };
  /** What the states in the legend mean. */
  readonly legend: { readonly [state in State]?: string };
  readonly durationMs: number;
}

const WIDTH = 80;
const GAP = 2;

/** Draws a line for each lane, from the start to the end, in 80 columns. */
export function renderLanes<State extends string>(
  lanes: readonly Lane<State>[],
  { states, legend, durationMs }: LaneStyle<State>,
  colors: Colors,
): string {
  const titles = lanes.map(({ title }) => visible(title));
  const longest = titles.reduce((most, title) => Math.max(most, title.length), 0);
  const indent = Math.min(longest, WIDTH / 2) + GAP;
  const width = WIDTH - indent;
  const order = Object.keys(states) as State[];
  const paint = (state: State) => {
    const [sign, color] = states[state];
    return color === undefined ? sign : colors[color](sign);
  };
  const lines = lanes.map((lane, index) => {
    const cells = statesOf(lane, order, durationMs, width).map(paint);
    const title = (titles[index] ?? '').slice(0, indent - GAP).padEnd(indent);
    return `${title}${cells.join('')}`.trimEnd();
  });
  const margin = ' '.repeat(indent);
  const meanings = (Object.entries(legend) as [State, string][]).map(
    ([state, meaning]) => `${states[state][0]} ${meaning}`,
  );
  const axis = `${margin}0${`${durationMs / 1000}s`.padStart(width - 1)}`;
  return `${[axis, ...lines, colors.dim(`${margin}${meanings.join('  ')}`)].join('\n')}\n`;
}

/** The most notable state in each part of the time. */
function statesOf<State extends string>(
  { first, changes }: Lane<State>,
  order: readonly State[],
  durationMs: number,
  width: number,
): readonly State[] {
  let next = 0;
  let current = first;
  return Array.from({ length: width }, (_, index) => {
    const untilMs = ((index + 1) * durationMs) / width;
    let shown = current;
    for (let found = changes[next]; found && found.atMs < untilMs; found = changes[next]) {
      current = found.state;
      shown = order.indexOf(current) > order.indexOf(shown) ? current : shown;
      next += 1;
    }
    return shown;
  });
}

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
