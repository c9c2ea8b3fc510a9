import { type ContainerStatus, objectOf, objectsOf, textOf } from '@kubesem/core';
import type { PodChange } from '@kubesem/lifecycle';
import type { Colors } from '../../output/colors.js';
import { type LaneStyle, renderLanes } from '../../output/lanes.js';
import type { SimulationModel } from './model.js';

/** What a container does. */
type State = 'absent' | 'ended' | 'waiting' | 'running' | 'ready';

const STATES: LaneStyle<State>['states'] = {
  absent: [' '],
  ended: ['·'],
  waiting: ['·'],
  running: ['▒', 'yellow'],
  ready: ['█', 'green'],
};
const LEGEND = { ready: 'ready', running: 'runs', waiting: 'waits or has ended' };

/** Draws a line for each container. */
export function renderTimeline(model: SimulationModel, colors: Colors): string {
  const { containers, changes, durationMs } = model;
  const lanes = containers.map(({ name, kind }) => ({
    title: kind === 'app' ? name : `${name} (${kind})`,
    first: 'absent' as const,
    changes: changes.map(({ atMs, status }) => ({ atMs, state: stateOf(status, name) })),
  }));
  return renderLanes(lanes, { states: STATES, legend: LEGEND, durationMs }, colors);
}

function stateOf(status: PodChange['status'], name: string): State {
  const { initContainerStatuses, containerStatuses } = status;
  const found = [initContainerStatuses, containerStatuses]
    .flatMap((list) => objectsOf<ContainerStatus>(list))
    .find((each) => textOf(each.name) === name);
  if (found === undefined) {
    return 'absent';
  }
  const { running, terminated } = objectOf(found.state);
  return running ? (found.ready ? 'ready' : 'running') : terminated ? 'ended' : 'waiting';
}
