import type { JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';

const STATES = [
  'running',
  'running',
  'running',
  'exited',
  'exited',
  'exited',
  'created',
  'unknown',
];
const REASONS = ['Completed', 'Error', 'OOMKilled'];
/** Ids of the containers of a case. */
const IDS = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8'];

function containersOf(pod: JsonObject, field: string): readonly JsonObject[] {
  const spec = pod.spec as JsonObject;
  return (spec[field] ?? []) as readonly JsonObject[];
}

/** What the runtime knows of the containers of a Pod: most have run, some more than once, some in a former sandbox. */
export function podRuntime(random: Random, pod: JsonObject): JsonObject {
  const init = containersOf(pod, 'initContainers');
  const others = [...containersOf(pod, 'containers'), ...containersOf(pod, 'ephemeralContainers')];
  // Init containers run one after another: often they have ended as far as the Pod is.
  const reached = random.below(init.length + 2);
  const known = [
    ...init.filter((_, index) => random.percent(index < reached ? 90 : 10)),
    ...others.filter(() => random.percent(reached > init.length ? 85 : 15)),
    ...[...init, ...others].filter(() => random.percent(10)),
  ];
  if (random.percent(3)) {
    known.push({ name: 'gone' });
  }
  if (random.percent(50)) {
    known.reverse();
  }
  const isDone = random.percent(30);
  const containers = known.slice(0, IDS.length).map((container, index) => ({
    ...runtimeContainer(random, container, isDone),
    id: IDS[index] as string,
  }));
  return {
    sandboxes: random.list(random.percent(70) ? 1 : 3, () => sandbox(random)),
    containers,
  };
}

function runtimeContainer(
  random: Random,
  { name, image }: JsonObject,
  isDone: boolean,
): JsonObject {
  const state = isDone && random.percent(90) ? 'exited' : random.pick(STATES);
  return {
    name: name as string,
    state,
    ...(state === 'exited' && {
      exitCode: random.pick([0, 0, 0, 0, 1, 42, 137]),
      ...random.maybe(60, () => ({ reason: random.pick(REASONS) })),
    }),
    image: random.percent(93) ? ((image ?? '') as string) : 'other:1',
    active: random.percent(90),
  };
}

function sandbox(random: Random): JsonObject {
  return {
    state: random.percent(90) ? 'ready' : 'notReady',
    attempt: random.pick([0, 0, 0, 1, 2]),
    ...random.maybe(95, () => ({ ip: random.percent(95) ? '10.0.0.1' : '' })),
  };
}

/** Results of the probes of some containers. */
export function probeOutcomes(random: Random, successPercent: number): JsonObject {
  return Object.fromEntries(
    IDS.filter(() => random.percent(70)).map((id) => [
      id,
      random.percent(successPercent) ? 'Success' : random.pick(['Failure', 'Unknown']),
    ]),
  );
}
