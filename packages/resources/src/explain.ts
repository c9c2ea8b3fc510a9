import type { PodLike } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { type Computation, computePodResources } from './compute.js';
import type { ContainerShares, Side } from './containers.js';
import type {
  ContainerAmount,
  PodLevelChange,
  PodResourcesExplanation,
  ResourceExplanation,
  ResourcePhase,
  ResourceRule,
  ResourceSource,
} from './explanation.js';
import type { PodResourcesOptions } from './options.js';
import type { Source } from './sources.js';

/**
 * How the effective requests of a Pod came about, resource by resource.
 *
 * It is the computation of `podRequests` written down: the values, the names and their order are the same.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns for each resource its value, the phases of each view of the Pod with every container's amount, which of
 * them decides, and what resource claims, `spec.resources` and `spec.overhead` changed
 * @throws what `podRequests` throws
 * @example
 * ```ts
 * import { explainPodRequests } from '@kubesem/resources';
 *
 * const { cpu } = explainPodRequests({
 *   initContainers: [
 *     { name: 'proxy', restartPolicy: 'Always', resources: { requests: { cpu: '100m' } } },
 *     { name: 'migrate', resources: { requests: { cpu: '2' } } },
 *   ],
 *   containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }],
 * });
 * cpu?.value.toString() // => '2100m'
 * cpu?.rule // => 'INIT_STEP'
 * const phases = cpu?.sources[0]?.phases;
 * phases?.map(({ phase, total }) => `${phase} ${total}`) // => ['init 100m', 'init 2100m', 'running 1100m']
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests`.
 */
export function explainPodRequests(
  pod: PodLike,
  options: PodResourcesOptions = {},
): PodResourcesExplanation {
  return explain(computePodResources(pod, 'requests', options, true), 'requests');
}

/**
 * How the effective limits of a Pod came about, resource by resource.
 *
 * It is the computation of `podLimits` written down: the values, the names and their order are the same.
 * `withoutLimit` names the containers that the sum leaves out because they have no limit.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns for each resource its value, the phases of each view of the Pod with every container's amount, which of
 * them decides, and what resource claims, `spec.resources` and `spec.overhead` changed
 * @throws what `podLimits` throws
 * @example
 * ```ts
 * import { explainPodLimits } from '@kubesem/resources';
 *
 * const { memory } = explainPodLimits({
 *   containers: [
 *     { name: 'app', resources: { limits: { memory: '1Gi' } } },
 *     { name: 'log', resources: { requests: { memory: '128Mi' } } },
 *   ],
 * });
 * memory?.value.toString() // => '1Gi'
 * memory?.withoutLimit // => ['log']
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodLimits`.
 */
export function explainPodLimits(
  pod: PodLike,
  options: PodResourcesOptions = {},
): PodResourcesExplanation {
  return explain(computePodResources(pod, 'limits', options, true), 'limits');
}

function explain(computation: Computation, side: Side): PodResourcesExplanation {
  const explanation: { [name: string]: ResourceExplanation } = Object.create(null);
  for (const name of computation.result.keys()) {
    explanation[name] = explainResource(name, computation, side);
  }
  return explanation;
}

function explainResource(name: string, computation: Computation, side: Side): ResourceExplanation {
  const { containers, containersTotal, overhead, podLevel, result, sources } = computation;
  const total = containersTotal.get(name);
  const deciding = sources.find(
    (source) => !source.ignored && isTaken(total, source.total.get(name)),
  );
  const explained = sources.map((source) =>
    explainSource(name, source, source === deciding, computation),
  );
  return {
    name,
    value: result.get(name) as Quantity,
    rule: ruleOf(name, deciding, computation),
    sources: explained,
    podLevel: podLevel.get(name) && podLevelChange(name, computation),
    overhead: overhead.get(name),
    withoutLimit:
      side === 'limits'
        ? containers.filter((entry) => isUnlimited(entry, name)).map((entry) => entry.container)
        : [],
  };
}

/** Maxima pass amounts on as they are: the first that is the same object is the one that was taken. */
function isTaken(highest: Quantity | undefined, amount: Quantity | undefined): boolean {
  return highest !== undefined && highest === amount;
}

function isUnlimited({ shares }: ContainerShares, name: string): boolean {
  return shares.spec.amounts.get(name)?.isZero() !== false;
}

function ruleOf(
  name: string,
  deciding: Source | undefined,
  { podLevel }: Computation,
): ResourceRule {
  if (podLevel.get(name) !== undefined) {
    return 'POD_LEVEL';
  }
  if (deciding === undefined) {
    return 'OVERHEAD';
  }
  const { phases, amounts } = deciding;
  if (phases === undefined) {
    return 'POD_STATUS';
  }
  if (amounts.get(name) === undefined) {
    return 'DRA_CLAIMS';
  }
  return isTaken(amounts.get(name), phases.running.get(name)) ? 'RUNNING_PHASE' : 'INIT_STEP';
}

function podLevelChange(name: string, computation: Computation): PodLevelChange {
  const { containersTotal, podLevel, podLevelFields } = computation;
  const value = podLevel.get(name) as Quantity;
  const field = podLevelFields.find(({ amounts }) => isTaken(value, amounts.get(name)));
  return { from: field?.from ?? 'spec', replaced: containersTotal.get(name), value };
}

function explainSource(
  name: string,
  source: Source,
  decides: boolean,
  computation: Computation,
): ResourceSource {
  return {
    source: source.source,
    from: source.phases ? 'containers' : 'podStatus',
    phases: explainPhases(name, source, computation),
    draClaims: source.claims.get(name),
    total: source.total.get(name),
    ignored: source.ignored,
    decides,
  };
}

function explainPhases(
  name: string,
  { amounts: highest, phases, source }: Source,
  { containers, nonMissing }: Computation,
): ResourcePhase[] {
  const amountOf = ({ container, kind, path, shares }: ContainerShares): ContainerAmount[] => {
    const own = shares[source].amounts.get(name);
    const amount = own ?? nonMissing.get(name);
    const from = own ? shares[source].from : 'nonMissingContainerRequests';
    return amount ? [{ container, kind, path: path, from, amount }] : [];
  };
  const explained: ResourcePhase[] = [];
  const running = phases?.running.get(name);
  // The running phase wins a tie, and among the steps the first.
  let decided = isTaken(highest.get(name), running);
  for (const { container, sidecars, total } of phases?.steps ?? []) {
    const stepTotal = total.get(name);
    if (stepTotal !== undefined) {
      const decides: boolean = !decided && isTaken(highest.get(name), stepTotal);
      decided ||= decides;
      const amounts = amountOf(container);
      explained.push({
        phase: 'init',
        amounts,
        sidecars: sidecars.get(name),
        total: stepTotal,
        decides,
      });
    }
  }
  if (running !== undefined) {
    const amounts = containers.filter(({ kind }) => kind !== 'init').flatMap(amountOf);
    const decides = isTaken(highest.get(name), running);
    explained.push({ phase: 'running', amounts, sidecars: undefined, total: running, decides });
  }
  return explained;
}
