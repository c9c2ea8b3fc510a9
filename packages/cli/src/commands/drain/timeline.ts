import { largest } from '@kubesem/core';
import type { DrainTimeline } from '@kubesem/disruption';
import type { Colors } from '../../output/colors.js';
import { type LaneStyle, renderLanes } from '../../output/lanes.js';

type State = 'gone' | 'running' | 'terminating' | 'blocked';

const STATES: LaneStyle<State>['states'] = {
  gone: [' '],
  running: ['█', 'green'],
  terminating: ['▒', 'yellow'],
  blocked: ['!', 'red'],
};
const LEGEND = { running: 'runs', terminating: 'is being deleted', blocked: 'is blocked' };
const NEXT: { readonly [type: string]: State | undefined } = {
  EVICTED: 'terminating',
  BLOCKED: 'blocked',
  FAILED: 'blocked',
  GONE: 'gone',
};
const MAX_PODS = 40;

/** Draws a line for each Pod that is evicted or blocked. */
export function renderDrainTimeline({ events }: DrainTimeline, colors: Colors): string {
  const durationMs = largest(
    events.map(({ atMs }) => atMs),
    1000,
  );
  const changes = new Map<string, { readonly atMs: number; readonly state: State }[]>();
  for (const { atMs, type, pod, node } of events) {
    const state = NEXT[type];
    if (state !== undefined && pod !== undefined) {
      const key = `${node} ${pod}`;
      changes.set(key, [...(changes.get(key) ?? []), { atMs, state }]);
    }
  }
  const lanes = [...changes]
    .slice(0, MAX_PODS)
    .map(([title, changes]) => ({ title, first: 'running' as const, changes }));
  const more = changes.size - lanes.length;
  const drawing = renderLanes(lanes, { states: STATES, legend: LEGEND, durationMs }, colors);
  return more > 0 ? `${drawing}${colors.dim(`${more} more Pods`)}\n` : drawing;
}
