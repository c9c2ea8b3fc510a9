// The live example of the first page: the memory that a Pod with a sidecar really requests, and why.
import { attempt } from '@kubesem/core';
import { type Quantity, sumQuantities } from '@kubesem/quantity';
import { explainPodRequests, quantityProblems, type ResourcePhase } from '@kubesem/resources';

/** The containers that the reader can change. */
export const CONTAINERS = ['proxy', 'migrate', 'web'] as const;
/** Name of a container. */
export type Name = (typeof CONTAINERS)[number];

/** What the reader can change. */
export interface Input {
  /** Requested memory of each container. */
  readonly memory: Readonly<Record<Name, string>>;
  /** Whether `proxy` has `restartPolicy: Always`. */
  readonly isSidecar: boolean;
}

/** A phase of the Pod, as a bar. */
export interface Bar {
  /** When it is. */
  readonly label: string;
  /** What runs, with its amount and its share of the longest bar in percent. */
  readonly parts: readonly { name: Name; amount: string; percent: number }[];
  /** Sum. */
  readonly total: string;
  /** Whether it is what the scheduler reserves. */
  readonly decides: boolean;
}

/** The answer, or what is wrong with an amount. */
export type Answer =
  | { readonly problems: readonly { name: Name; message: string }[] }
  | {
      readonly requests: string;
      readonly reason: string;
      readonly bars: readonly Bar[];
      readonly everything: string;
    };

/**
 * Computes the answer.
 *
 * @param input - what the reader entered
 * @returns the request of the Pod with its reason, or the problems
 */
export function answer({ memory, isSidecar }: Input): Answer {
  const problems = CONTAINERS.flatMap((name) =>
    quantityProblems(memory[name], { resource: 'memory' })
      .slice(0, 1)
      .map(({ message }) => ({ name, message })),
  );
  const container = (name: Name) => ({ name, resources: { requests: { memory: memory[name] } } });
  const proxy = isSidecar ? { ...container('proxy'), restartPolicy: 'Always' } : container('proxy');
  const pod = {
    spec: { initContainers: [proxy, container('migrate')], containers: [container('web')] },
  };
  const { value } = attempt(() => explainPodRequests(pod).memory);
  const phases = value?.sources[0]?.phases;
  if (problems.length > 0 || !value || !phases) {
    return { problems };
  }
  const longest = Math.max(...phases.map(({ total }) => total.toNumber()), 1);
  const bars = phases.map((phase): Bar => {
    const parts = [
      ...phase.amounts.map((each) => ({ name: each.container as Name, amount: each.amount })),
      ...(phase.sidecars ? [{ name: 'proxy' as const, amount: phase.sidecars }] : []),
    ];
    return {
      label: labelOf(phase),
      parts: parts.map(({ name, amount }) => ({
        name,
        amount: amount.toString(),
        percent: (amount.toNumber() / longest) * 100,
      })),
      total: phase.total.toString(),
      decides: phase.decides,
    };
  });
  return {
    requests: value.value.toString(),
    reason: reasonOf(phases),
    bars,
    everything: sumQuantities(CONTAINERS.map((name) => memory[name])).toString(),
  };
}

function labelOf({ phase, amounts }: ResourcePhase): string {
  const [first] = amounts;
  if (phase === 'running') {
    return 'the Pod runs';
  }
  return `${first?.container} ${first?.kind === 'sidecar' ? 'starts' : 'runs'}`;
}

/** Says which phase decides, and why. */
function reasonOf(phases: readonly ResourcePhase[]): string {
  const highest = phases.find(({ decides }) => decides);
  const running = phases.find(({ phase }) => phase === 'running');
  const sum = (amounts: readonly Quantity[], total: Quantity): string =>
    amounts.length > 1 ? `${amounts.join(' + ')} = ${total}` : `${total}`;
  if (!highest || !running) {
    return '';
  }
  const own = highest.amounts.map(({ amount }) => amount);
  if (highest.phase === 'running') {
    const names = highest.amounts.map(({ container }) => container).join(' and ');
    const together = own.length > 1 ? 'run together' : 'runs alone';
    return `${names} ${together}: ${sum(own, highest.total)}. No init step needs more.`;
  }
  const name = highest.amounts[0]?.container;
  const { sidecars, total } = highest;
  return sidecars
    ? `The sidecar proxy already runs when ${name} starts: ${sum([...own, sidecars], total)}. The Pod needs only ${running.total} later.`
    : `${name} needs ${total}. That is more than the ${running.total} that the Pod needs later.`;
}
