// Source: `k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap` v0.37.1.
import type { FlowSchema, FlowSchemaSubject, PriorityLevelConfiguration } from '@kubesem/core';
import { builtInLevel, builtInSchema, everythingOf, groups } from './mandatory-objects.js';

function limitedLevel(
  name: string,
  nominalConcurrencyShares: number,
  lendablePercent: number,
  [queues, handSize, queueLengthLimit]: readonly [number, number, number],
): PriorityLevelConfiguration {
  const limitResponse = { type: 'Queue', queuing: { queues, handSize, queueLengthLimit } };
  return builtInLevel(name, {
    type: 'Limited',
    limited: { nominalConcurrencyShares, limitResponse, lendablePercent },
  });
}

function users(...names: readonly string[]): readonly FlowSchemaSubject[] {
  return names.map((name) => ({ kind: 'User', user: { name } }));
}

const KUBE_SYSTEM: readonly FlowSchemaSubject[] = [
  { kind: 'ServiceAccount', serviceAccount: { namespace: 'kube-system', name: '*' } },
];
const LEASES = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], namespaces: ['*'] };

/** The priority levels that a server creates by default, in the order in which it maintains them. */
export const SUGGESTED_PRIORITY_LEVELS: readonly PriorityLevelConfiguration[] =
  /* @__PURE__ */ (() => [
    limitedLevel('system', 30, 33, [64, 6, 50]),
    limitedLevel('node-high', 40, 25, [64, 6, 50]),
    limitedLevel('leader-election', 10, 0, [16, 4, 50]),
    limitedLevel('workload-high', 40, 50, [128, 6, 50]),
    limitedLevel('workload-low', 100, 90, [128, 6, 50]),
    limitedLevel('global-default', 20, 50, [128, 6, 50]),
  ])();

/** The FlowSchemas that a server creates by default, in the order in which it maintains them. */
export const SUGGESTED_FLOW_SCHEMAS: readonly FlowSchema[] = /* @__PURE__ */ (() => [
  builtInSchema('system-nodes', 'system', 500, 'ByUser', [everythingOf(groups('system:nodes'))]),
  builtInSchema('system-node-high', 'node-high', 400, 'ByUser', [
    {
      subjects: groups('system:nodes'),
      resourceRules: [
        {
          verbs: ['*'],
          apiGroups: [''],
          resources: ['nodes', 'nodes/status'],
          clusterScope: true,
          namespaces: ['*'],
        },
        { verbs: ['*'], ...LEASES },
      ],
    },
  ]),
  builtInSchema('probes', 'exempt', 2, undefined, [
    {
      subjects: groups('system:unauthenticated', 'system:authenticated'),
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
    },
  ]),
  builtInSchema('system-leader-election', 'leader-election', 100, 'ByUser', [
    {
      subjects: [
        ...users('system:kube-controller-manager', 'system:kube-scheduler'),
        ...KUBE_SYSTEM,
      ],
      resourceRules: [{ verbs: ['get', 'create', 'update'], ...LEASES }],
    },
  ]),
  builtInSchema('kube-controller-manager', 'workload-high', 800, 'ByNamespace', [
    everythingOf(users('system:kube-controller-manager')),
  ]),
  builtInSchema('kube-scheduler', 'workload-high', 800, 'ByNamespace', [
    everythingOf(users('system:kube-scheduler')),
  ]),
  builtInSchema('kube-system-service-accounts', 'workload-high', 900, 'ByNamespace', [
    everythingOf(KUBE_SYSTEM),
  ]),
  builtInSchema('service-accounts', 'workload-low', 9000, 'ByUser', [
    everythingOf(groups('system:serviceaccounts')),
  ]),
  builtInSchema('global-default', 'global-default', 9900, 'ByUser', [
    everythingOf(groups('system:unauthenticated', 'system:authenticated')),
  ]),
])();
