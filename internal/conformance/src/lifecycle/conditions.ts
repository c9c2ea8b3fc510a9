import type { Pod } from '@kubesem/core';
import { podConditions, podReadiness } from '@kubesem/lifecycle';
import type { Operation } from '../harness/operation.js';
import { podExamples } from './examples.js';
import { podWithStatus } from './generator.js';

interface TheirCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

const TYPES = ['initialized', 'ready', 'containersReady'] as const;
type Conditions = { readonly [type in (typeof TYPES)[number]]: TheirCondition };

const conditions: Operation = {
  name: 'pod.conditions',
  program: 'kubernetes',
  *examples() {
    for (const pod of podExamples()) {
      yield { pod };
    }
  },
  generate: (random) => ({ pod: podWithStatus(random) }),
  compare(input, theirs, comparison) {
    const { pod } = input as unknown as { readonly pod: Pod };
    const all = theirs.out as unknown as Conditions;
    const ours = podConditions(pod);
    for (const type of TYPES) {
      comparison.field(`${type}: type`, all[type].type, ours[type].type);
      comparison.field(`${type}: status`, all[type].status, ours[type].status);
      comparison.field(`${type}: reason`, all[type].reason, ours[type].reason);
      comparison.field(`${type}: message`, all[type].message, ours[type].message);
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
    const reasons = TYPES.map((type) => {
      const { status, reason } = (out as unknown as Conditions)[type];
      return `${status} ${reason}`;
    });
    return [...reasons, ...new Set(blockers.map(({ code }) => code))].join();
  },
};

/** Conditions of Pods. */
export const conditionOperations: readonly Operation[] = [conditions];
