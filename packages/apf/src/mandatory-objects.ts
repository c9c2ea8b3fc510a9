// Source: `k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap` v0.37.1.
import type {
  FlowSchema,
  FlowSchemaSubject,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
} from '@kubesem/core';

const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

/** Rules that match all requests of the members of some groups. */
function everythingOf(...groups: string[]): readonly PolicyRulesWithSubjects[] {
  const all = ['*'];
  const subjects = groups.map((name): FlowSchemaSubject => ({ kind: 'Group', group: { name } }));
  return [
    {
      subjects,
      resourceRules: [
        { verbs: all, apiGroups: all, resources: all, clusterScope: true, namespaces: all },
      ],
      nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
    },
  ];
}

/** The priority levels that every server has, even before they are stored, in the order in which it maintains them. */
export const mandatoryPriorityLevels: readonly PriorityLevelConfiguration[] = [
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'PriorityLevelConfiguration',
    metadata: { name: 'catch-all', annotations },
    spec: {
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: 5,
        lendablePercent: 0,
        limitResponse: { type: 'Reject' },
      },
    },
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'PriorityLevelConfiguration',
    metadata: { name: 'exempt', annotations },
    spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  },
];

/** The flow schemas that every server has, even before they are stored, in the order in which it maintains them. */
export const mandatoryFlowSchemas: readonly FlowSchema[] = /* @__PURE__ */ (() => [
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata: { name: 'exempt', annotations },
    spec: {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: everythingOf('system:masters'),
    },
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata: { name: 'catch-all', annotations },
    spec: {
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: 10000,
      distinguisherMethod: { type: 'ByUser' },
      rules: everythingOf('system:unauthenticated', 'system:authenticated'),
    },
  },
])();
