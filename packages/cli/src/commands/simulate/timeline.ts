import { type ContainerStatus, objectOf, objectsOf, textOf } from '@kubesem/core';
import type { PodChange } from '@kubesem/lifecycle';
import type { Colors } from '../../output/colors.js';
import { visible } from '../../output/text.js';
import type { SimulationModel } from './model.js';

/** What a container does at a time, from the least to the most notable. */
const STATES = ['absent', 'ended', 'waiting', 'running', 'ready'] as const;
type State = (typeof STATES)[number];

const SIGNS: { readonly [state in State]: string } = {
  absent: ' ',
  ended: '·',
  waiting: '·',
  running: '▒',
  ready: '█',
};
const WIDTH = 80;
const GAP = 2;

/** Draws a line for each container, from the start to the end of the simulation, in 80 columns. */
export function renderTimeline(model: SimulationModel, colors: Colors): string {
  const { containers, changes, durationMs } = model;
  const titles = containers.map(({ name, kind }) =>
    visible(kind === 'app' ? name : `${name} (${kind})`),
  );
  const indent = Math.min(Math.max(...titles.map((title) => title.length)), WIDTH / 2) + GAP;
  const width = WIDTH - indent;
  const end = `${durationMs / 1000}s`;
  const axis = `${' '.repeat(indent)}0${end.padStart(width - 1)}`;
  const lines = containers.map(({ name }, index) => {
    const cells = lane(name, changes, durationMs, width).map((state) => paint(state, colors));
    const title = (titles[index] ?? '').slice(0, indent - GAP).padEnd(indent);
    return `${title}${cells.join('')}`.trimEnd();
  });
  const legend = `${' '.repeat(indent)}${SIGNS.ready} ready  ${SIGNS.running} runs  ${SIGNS.waiting} waits or has ended`;
  return `${[axis, ...lines, colors.dim(legend)].join('\n')}\n`;
}

function paint(state: State, colors: Colors): string {
  const sign = SIGNS[state];
  return state === 'ready' ? colors.green(sign) : state === 'running' ? colors.yellow(sign) : sign;
}

/** The most notable state of a container in each part of the time. */
function lane(
  name: string,
  changes: readonly PodChange[],
  durationMs: number,
  width: number,
): readonly State[] {
  const states = changes.map(({ atMs, status }) => ({ atMs, state: stateOf(status, name) }));
  let next = 0;
  let current: State = 'absent';
  return Array.from({ length: width }, (_, index) => {
    const untilMs = ((index + 1) * durationMs) / width;
    let shown = current;
    for (let found = states[next]; found && found.atMs < untilMs; found = states[next]) {
      current = found.state;
      shown = STATES.indexOf(current) > STATES.indexOf(shown) ? current : shown;
      next += 1;
    }
    return shown;
  });
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
