import type { DrainTimeline } from '@kubesem/disruption';
import type { Colors } from '../../output/colors.js';
import { visible } from '../../output/text.js';

/** What happens to a Pod at a time, from the least to the most notable. */
const STATES = ['gone', 'running', 'terminating', 'blocked'] as const;
type State = (typeof STATES)[number];

const SIGNS: { readonly [state in State]: string } = {
  gone: ' ',
  running: '█',
  terminating: '▒',
  blocked: '!',
};
const NEXT: { readonly [type: string]: State | undefined } = {
  EVICTED: 'terminating',
  BLOCKED: 'blocked',
  FAILED: 'blocked',
  GONE: 'gone',
};
const WIDTH = 80;
const GAP = 2;
const MAX_PODS = 40;

/** Draws a line for each Pod that is evicted or blocked, from the start to the end, in 80 columns. */
export function renderDrainTimeline({ events }: DrainTimeline, colors: Colors): string {
  const endMs = Math.max(1000, ...events.map(({ atMs }) => atMs));
  const changes = new Map<string, { readonly atMs: number; readonly state: State }[]>();
  for (const { atMs, type, pod, node } of events) {
    const state = NEXT[type];
    if (state !== undefined && pod !== undefined) {
      const key = `${node} ${pod}`;
      changes.set(key, [...(changes.get(key) ?? []), { atMs, state }]);
    }
  }
  const shown = [...changes].slice(0, MAX_PODS);
  const titles = shown.map(([title]) => visible(title));
  const longest = titles.reduce((most, title) => Math.max(most, title.length), 0);
  const indent = Math.min(longest, WIDTH / 2) + GAP;
  const width = WIDTH - indent;
  const axis = `${' '.repeat(indent)}0${`${endMs / 1000}s`.padStart(width - 1)}`;
  const lines = shown.map(([, states], index) => {
    const title = (titles[index] ?? '').slice(0, indent - GAP).padEnd(indent);
    const cells = lane(states, endMs, width).map((state) => paint(state, colors));
    return `${title}${cells.join('')}`.trimEnd();
  });
  const more = changes.size - shown.length;
  const legend = `${' '.repeat(indent)}${SIGNS.running} runs  ${SIGNS.terminating} is being deleted  ${SIGNS.blocked} is blocked`;
  return `${[
    ...[axis, ...lines],
    ...(more > 0 ? [colors.dim(`${more} more Pods`)] : []),
    colors.dim(legend),
  ].join('\n')}\n`;
}

function paint(state: State, colors: Colors): string {
  const sign = SIGNS[state];
  return state === 'blocked'
    ? colors.red(sign)
    : state === 'terminating'
      ? colors.yellow(sign)
      : state === 'running'
        ? colors.green(sign)
        : sign;
}

/** The most notable state in each part of the time. */
function lane(
  changes: readonly { readonly atMs: number; readonly state: State }[],
  endMs: number,
  width: number,
): readonly State[] {
  let next = 0;
  let current: State = 'running';
  return Array.from({ length: width }, (_, index) => {
    const untilMs = ((index + 1) * endMs) / width;
    let shown = current;
    for (let found = changes[next]; found && found.atMs < untilMs; found = changes[next]) {
      current = found.state;
      shown = STATES.indexOf(current) > STATES.indexOf(shown) ? current : shown;
      next += 1;
    }
    return shown;
  });
}
