// Source: `k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap` v0.37.1.
import type {
  FlowSchema,
  FlowSchemaSpec,
  FlowSchemaSubject,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
} from '@kubesem/core';

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' };
const all: readonly string[] = ['*'];

/** A flow schema that the server maintains. */
export function builtInSchema(
  name: string,
  priorityLevel: string,
  matchingPrecedence: number,
  method: 'ByUser' | 'ByNamespace' | undefined,
  rules: FlowSchemaSpec['rules'],
): FlowSchema {
  const priorityLevelConfiguration = { name: priorityLevel };
  const spec = method === undefined ? {} : { distinguisherMethod: { type: method } };
  return {
    apiVersion,
    kind: 'FlowSchema',
    metadata: { name, annotations },
    spec: { priorityLevelConfiguration, matchingPrecedence, ...spec, rules },
  };
}

/** A priority level that the server maintains. */
export function builtInLevel(
  name: string,
  spec: PriorityLevelConfigurationSpec,
): PriorityLevelConfiguration {
  return { apiVersion, kind: 'PriorityLevelConfiguration', metadata: { name, annotations }, spec };
}

/** Groups as subjects. */
export function groups(...names: readonly string[]): readonly FlowSchemaSubject[] {
  return names.map((name) => ({ kind: 'Group', group: { name } }));
}

/** A rule that matches all requests of some subjects. */
export function everythingOf(subjects: readonly FlowSchemaSubject[]): PolicyRulesWithSubjects {
  return {
    subjects,
    resourceRules: [
      { verbs: all, apiGroups: all, resources: all, clusterScope: true, namespaces: all },
    ],
    nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
  };
}

/** The priority levels that every server has, even before they are stored, in the order in which it maintains them. */
export const mandatoryPriorityLevels: readonly PriorityLevelConfiguration[] =
  /* @__PURE__ */ (() => [
    builtInLevel('catch-all', {
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: 5,
        limitResponse: { type: 'Reject' },
        lendablePercent: 0,
      },
    }),
    builtInLevel('exempt', {
      type: 'Exempt',
      exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 },
    }),
  ])();

/** The flow schemas that every server has, even before they are stored, in the order in which it maintains them. */
export const mandatoryFlowSchemas: readonly FlowSchema[] = /* @__PURE__ */ (() => [
  builtInSchema('exempt', 'exempt', 1, undefined, [everythingOf(groups('system:masters'))]),
  builtInSchema('catch-all', 'catch-all', 10000, 'ByUser', [
    everythingOf(groups('system:unauthenticated', 'system:authenticated')),
  ]),
])();
