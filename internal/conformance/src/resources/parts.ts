// The parts of an explanation must come from the Pod and add up to its value.
import type { Pod } from '@kubesem/core';
import { Quantity, quantityFromJSON } from '@kubesem/quantity';
import type {
  ContainerAmount,
  ResourceExplanation,
  ResourcePhase,
  ResourceSource,
} from '@kubesem/resources';
import type { Comparison } from '../harness/comparison.js';
import type { JsonObject } from '../harness/json.js';

type Side = 'requests' | 'limits';

const ZERO = /* @__PURE__ */ Quantity.of(0);

/** A value as text, whatever its format. */
const textOf = (amount: Quantity | undefined): string | undefined =>
  amount && `${amount.scaledValue(-20)}`;

const sumOf = (amounts: readonly (Quantity | undefined)[]): Quantity =>
  amounts.reduce<Quantity>((sum, amount) => (amount ? sum.add(amount) : sum), ZERO);

/** The highest of some amounts; undefined if there are none. */
const highestOf = (amounts: readonly (Quantity | undefined)[]): Quantity | undefined =>
  amounts.reduce<Quantity | undefined>(
    (highest, amount) =>
      amount === undefined || (highest && amount.cmp(highest) <= 0) ? highest : amount,
    undefined,
  );

/** The list in the Pod that an amount of a container comes from. */
function listOf(
  pod: Pod,
  side: Side,
  options: JsonObject,
  { container: name, from, segments }: ContainerAmount,
): JsonObject | undefined {
  const { spec, status } = pod;
  if (from === 'nonMissingContainerRequests') {
    return options.NonMissingContainerRequests as JsonObject;
  }
  if (from === 'spec') {
    const [field, index] = segments.slice(-2) as ['containers', number];
    return spec?.[field]?.[index]?.resources?.[side] as JsonObject | undefined;
  }
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  const found = statuses.find((one) => (one?.name ?? '') === name);
  const list = from === 'status.resources' ? found?.resources?.[side] : found?.allocatedResources;
  return list as JsonObject | undefined;
}

/** Checks the explanation of one resource. */
export function compareParts(
  pod: Pod,
  side: Side,
  options: JsonObject,
  { name, value, rule, sources, podLevel, overhead }: ResourceExplanation,
  comparison: Comparison,
): void {
  const check = (part: string, expected: unknown, found: unknown) =>
    comparison.field(`${name}: ${part}`, expected, found);
  const counted = sources.filter(({ ignored }) => !ignored);
  const highest = highestOf(counted.map(({ total }) => total));
  const deciding = sources.filter(({ decides }) => decides);
  check('deciding views', highest === undefined ? 0 : 1, deciding.length);
  check('the deciding view', textOf(highest), textOf(deciding[0]?.total));
  check('sum', textOf(value), textOf(sumOf([podLevel ? podLevel.value : highest, overhead])));
  if (podLevel) {
    check('replaced', textOf(highest), textOf(podLevel.replaced));
  }
  check('rule', expectedRule(podLevel !== undefined, deciding[0]), rule);
  for (const source of sources.filter(({ from }) => from === 'containers')) {
    compareSource(pod, side, options, name, source, check);
  }
}

function expectedRule(isPodLevel: boolean, deciding: ResourceSource | undefined): string {
  const phase = deciding?.phases.find(({ decides }) => decides)?.phase;
  if (isPodLevel || deciding === undefined) {
    return isPodLevel ? 'POD_LEVEL' : 'OVERHEAD';
  }
  if (deciding.from === 'podStatus') {
    return 'POD_STATUS';
  }
  return phase === undefined ? 'DRA_CLAIMS' : phase === 'running' ? 'RUNNING_PHASE' : 'INIT_STEP';
}

function compareSource(
  pod: Pod,
  side: Side,
  options: JsonObject,
  name: string,
  { source, phases, draClaims, total }: ResourceSource,
  check: (part: string, expected: unknown, found: unknown) => void,
): void {
  const highest = highestOf(phases.map((phase) => phase.total));
  const deciding = phases.filter(({ decides }) => decides);
  check(`${source} deciding phases`, highest === undefined ? 0 : 1, deciding.length);
  check(`${source} deciding phase`, textOf(highest), textOf(deciding[0]?.total));
  const expected = highest || draClaims ? sumOf([highest, draClaims]) : undefined;
  check(`${source} total`, textOf(expected), textOf(total));
  let sidecars: readonly ContainerAmount[] = [];
  for (const phase of phases) {
    const { amounts } = phase;
    check(`${source} phase`, textOf(phase.total), textOf(sumOfPhase(phase)));
    for (const amount of amounts) {
      const given = listOf(pod, side, options, amount)?.[name];
      const fromPod = given === undefined ? undefined : quantityFromJSON(given);
      check(`${source} ${amount.path}`, textOf(fromPod), textOf(amount.amount));
    }
    if (phase.phase === 'init') {
      const before = sidecars.length === 0 ? undefined : sumOf(sidecars.map((one) => one.amount));
      check(`${source} sidecars`, textOf(before), textOf(phase.sidecars));
      sidecars = [...sidecars, ...amounts.filter(({ kind }) => kind === 'sidecar')];
    } else {
      // The running phase has the app containers that set the resource, and all of these sidecars.
      const isApp = ({ kind }: ContainerAmount) => kind === 'app';
      const [apps, others] = [amounts.filter(isApp), amounts.filter((one) => !isApp(one))];
      const paths = (list: readonly ContainerAmount[]) => list.map(({ path }) => path).join();
      check(`${source} running sidecars`, paths(sidecars), paths(others));
      if (source === 'spec' && options.NonMissingContainerRequests === undefined) {
        const setting = (pod.spec?.containers ?? []).filter((container) =>
          Object.hasOwn(container?.resources?.[side] ?? {}, name),
        );
        check('app containers', setting.length, apps.length);
      }
    }
  }
}

function sumOfPhase({ amounts, sidecars }: ResourcePhase): Quantity {
  return sumOf([...amounts.map(({ amount }) => amount), sidecars]);
}
