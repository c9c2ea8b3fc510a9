import { type ContainerStatus } from '@kubesem/core';
import { objectOf, objectsOf, textOf } from '@kubesem/core/internal';
import { POD } from '@kubesem/core/kinds';
import type { PodChange, PodRow, SimulationEvent } from '@kubesem/lifecycle';
import { type Column, column, numbers, renderRows } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { type LaneStyle, renderLanes } from '../../output/lanes.js';
import type { Layout } from '../../output/table/table.js';
import { objectTitle } from '../../output/text.js';
import type { SimulationModel } from './model.js';

/** The timeline, and below it what happens. */
export function renderSimulation(model: SimulationModel, layout: Layout): string {
  const { colors } = layout;
  const { namespace, name, durationMs, goneAtMs } = model;
  const end = goneAtMs === undefined ? 'still there after' : 'gone after';
  const title = objectTitle({ kind: POD.kind, namespace, name });
  return [
    `${colors.bold(title)}: ${end} ${durationMs / 1000}s\n`,
    `${renderTimeline(model, colors)}\n`,
    renderRows(COLUMNS, eventLines(model), layout),
  ].join('');
}

/** Something that happens, and the status that the Pod has then, if it is new. */
interface Line {
  readonly atMs: number;
  readonly container: string;
  readonly text: string;
  readonly cells?: readonly string[] | undefined;
}

/** The columns of what happens, with the cells of `kubectl get pods` whenever they change. */
export const COLUMNS: readonly Column<Line>[] = [
  numbers('TIME', ({ atMs }) => `${atMs / 1000}s`),
  column('CONTAINER', ({ container }) => container),
  column('EVENT', ({ text }) => text),
  ...['READY', 'STATUS', 'RESTARTS'].map((head, index) =>
    column<Line>(head, ({ cells }) => cells?.[index]),
  ),
];

/** What happens, by time. */
export function eventLines({ events, changes, goneAtMs }: SimulationModel): readonly Line[] {
  const gone: Line[] =
    goneAtMs === undefined ? [] : [{ atMs: goneAtMs, container: '', text: 'Pod gone' }];
  return [...withStatuses(notableEvents(events), newStatuses(changes)), ...gone];
}

/** The last status of each time at which the cells change. */
function newStatuses(changes: readonly PodChange[]): ReadonlyMap<number, readonly string[]> {
  const atTimes = new Map(changes.map(({ atMs, row }) => [atMs, cellsOf(row)]));
  let shown = '';
  return new Map(
    [...atTimes].filter(([, cells]) => {
      const isNew = cells.join() !== shown;
      shown = cells.join();
      return isNew;
    }),
  );
}

/** A status is next to the last event of its time; without one, it has a line of its own. */
function withStatuses(
  events: readonly Line[],
  statuses: ReadonlyMap<number, readonly string[]>,
): readonly Line[] {
  const lines = events.map((line, index) =>
    events[index + 1]?.atMs === line.atMs ? line : { ...line, cells: statuses.get(line.atMs) },
  );
  const times = new Set(events.map(({ atMs }) => atMs));
  const others = [...statuses]
    .filter(([atMs]) => !times.has(atMs))
    .map(([atMs, cells]) => ({ atMs, container: '', text: '', cells }));
  return [...lines, ...others].sort((a, b) => a.atMs - b.atMs);
}

function cellsOf({ ready, status, restarts }: PodRow): readonly string[] {
  return [ready.text, status, `${restarts.count}`];
}

/** All events but probes with the same answer as the one before. */
function notableEvents(events: readonly SimulationEvent[]): readonly Line[] {
  const answers = new Map<string, SimulationEvent['result']>();
  return events.flatMap((event): Line[] => {
    const { atMs, action, container = '', kind, result } = event;
    if (action === 'start') {
      for (const each of ['startup', 'readiness', 'liveness']) {
        answers.delete(JSON.stringify([container, each]));
      }
    }
    if (action === 'probe') {
      const key = JSON.stringify([container, kind]);
      const isKnown = answers.get(key) === result;
      answers.set(key, result);
      return isKnown ? [] : [{ atMs, container, text: eventText(event) }];
    }
    return [{ atMs, container, text: eventText(event) }];
  });
}

function eventText({ action, timeoutSeconds, exitCode, kind, result }: SimulationEvent): string {
  switch (action) {
    case 'createSandbox':
      return 'sandbox created';
    case 'stopSandbox':
      return 'sandbox stopped';
    case 'start':
      return 'starts';
    case 'postStart':
    case 'preStop':
      return `${action} hook`;
    case 'probe':
      return `${kind} probe: ${result}`;
    case 'stop':
      return `SIGTERM, kill after ${timeoutSeconds}s`;
    case 'exit':
      return `ends with exit code ${exitCode}`;
  }
}

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
function renderTimeline(model: SimulationModel, colors: Colors): string {
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
