import type { Pod } from '@kubesem/core';
import {
  type ComputedCondition,
  type PodRuntime,
  podConditions,
  podReadiness,
} from '@kubesem/lifecycle';
import type { Operation } from '../harness/operation.js';
import { podExamples } from './examples.js';
import { podWithStatus } from './generator.js';
import { podRuntime } from './runtime.js';

interface TheirCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

const TYPES = ['initialized', 'ready', 'containersReady'] as const;
/** Those that depend on the runtime: absent without it, and where no rule restarts all containers. */
const RUNTIME_TYPES = ['readyToStartContainers', 'allContainersRestarting'] as const;
type Conditions = { readonly [type in (typeof TYPES)[number]]: TheirCondition } & {
  readonly [type in (typeof RUNTIME_TYPES)[number]]?: TheirCondition;
};

interface ConditionsCase {
  readonly pod: Pod;
  readonly runtime?: PodRuntime;
}

const conditions: Operation = {
  name: 'pod.conditions',
  program: 'kubernetes',
  *examples() {
    for (const pod of podExamples()) {
      yield { pod };
    }
  },
  generate(random) {
    const pod = podWithStatus(random);
    return { pod, ...random.maybe(60, () => ({ runtime: podRuntime(random, pod) })) };
  },
  compare(input, theirs, comparison) {
    const { pod, runtime } = input as unknown as ConditionsCase;
    const all = theirs.out as unknown as Conditions;
    const ours = podConditions(pod, { runtime });
    for (const type of [...TYPES, ...RUNTIME_TYPES]) {
      const their: Partial<TheirCondition> = all[type] ?? {};
      const our: Partial<ComputedCondition> = ours[type] ?? {};
      comparison.field(`${type}: type`, their.type, our.type);
      comparison.field(`${type}: status`, their.status, our.status);
      comparison.field(`${type}: reason`, their.reason, our.reason);
      comparison.field(`${type}: message`, their.message, our.message);
    }
    const { ready, blockers } = podReadiness(pod);
    comparison.field('ready', all.ready.status === 'True', ready);
    comparison.field('blockers', ready, blockers.length === 0);
    const named = blockers.flatMap((blocker) =>
      'container' in blocker ? [blocker.container] : [],
    );
    const { reason, message = '' } = all.containersReady;
    if (reason === 'ContainersNotReady') {
      const lists = message.split('[').slice(1);
      const theirNames = lists.flatMap((list) => list.slice(0, list.indexOf(']')).split(' '));
      comparison.field('blocking containers', theirNames.sort().join(), named.sort().join());
    }
  },
  kind(input, { out }) {
    const { pod } = input as unknown as { readonly pod: Pod };
    const { blockers } = podReadiness(pod);
    const reasons = [...TYPES, ...RUNTIME_TYPES].map((type) => {
      const { status, reason, message } = (out as unknown as Conditions)[type] ?? {};
      return `${status} ${reason} ${type === 'readyToStartContainers' ? message : ''}`;
    });
    return [...reasons, ...new Set(blockers.map(({ code }) => code))].join();
  },
};

/** Conditions of Pods. */
export const conditionOperations: readonly Operation[] = [conditions];
