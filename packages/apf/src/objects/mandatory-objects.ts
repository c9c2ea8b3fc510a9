// Source: `k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap` v0.37.1.
import type {
  FlowSchema,
  FlowSchemaSpec,
  FlowSchemaSubject,
  PolicyRulesWithSubjects,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
} from '@kubesem/core';
import { FLOW_SCHEMA, PRIORITY_LEVEL_CONFIGURATION } from '@kubesem/core/kinds';

const ANNOTATIONS = { 'apf.kubernetes.io/autoupdate-spec': 'true' };
const ALL: readonly string[] = ['*'];

/** Makes a FlowSchema that the server maintains. */
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
    apiVersion: FLOW_SCHEMA.apiVersion,
    kind: FLOW_SCHEMA.kind,
    metadata: { name, annotations: ANNOTATIONS },
    spec: { priorityLevelConfiguration, matchingPrecedence, ...spec, rules },
  };
}

/** Makes a PriorityLevelConfiguration that the server maintains. */
export function builtInLevel(
  name: string,
  spec: PriorityLevelConfigurationSpec,
): PriorityLevelConfiguration {
  return {
    apiVersion: PRIORITY_LEVEL_CONFIGURATION.apiVersion,
    kind: PRIORITY_LEVEL_CONFIGURATION.kind,
    metadata: { name, annotations: ANNOTATIONS },
    spec,
  };
}

/** Makes subjects from groups. */
export function groups(...names: readonly string[]): readonly FlowSchemaSubject[] {
  return names.map((name) => ({ kind: 'Group', group: { name } }));
}

/** Makes a rule that matches all requests of some subjects. */
export function everythingOf(subjects: readonly FlowSchemaSubject[]): PolicyRulesWithSubjects {
  return {
    subjects,
    resourceRules: [
      { verbs: ALL, apiGroups: ALL, resources: ALL, clusterScope: true, namespaces: ALL },
    ],
    nonResourceRules: [{ verbs: ALL, nonResourceURLs: ALL }],
  };
}

/** The priority levels that every server has, even before it stores them, in the order in which it maintains them. */
export const MANDATORY_PRIORITY_LEVELS: readonly PriorityLevelConfiguration[] =
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

/** The FlowSchemas that every server has, even before it stores them, in the order in which it maintains them. */
export const MANDATORY_FLOW_SCHEMAS: readonly FlowSchema[] = /* @__PURE__ */ (() => [
  builtInSchema('exempt', 'exempt', 1, undefined, [everythingOf(groups('system:masters'))]),
  builtInSchema('catch-all', 'catch-all', 10000, 'ByUser', [
    everythingOf(groups('system:unauthenticated', 'system:authenticated')),
  ]),
])();
