import * as admission from '@kubesem/admission';
import * as apf from '@kubesem/apf';
import * as config from '@kubesem/config';
import * as core from '@kubesem/core';
import * as disruption from '@kubesem/disruption';
import * as dns from '@kubesem/dns';
import * as lifecycle from '@kubesem/lifecycle';
import * as qos from '@kubesem/qos';
import * as selectors from '@kubesem/selectors';
import * as service from '@kubesem/service';
import * as workloads from '@kubesem/workloads';
import { expect, test } from 'vitest';

const now = '2026-01-01T00:00:00Z';
const pod = { kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [{ name: 'app' }] } };
const rank = { controller: 'ReplicaSet', now } as const;

/** Calls with one API object, or one list of them, that an untrusted document can replace with anything. */
const CALLS: Readonly<Record<string, (wrong: never) => unknown>> = {
  addQuotaUsage: (wrong) => admission.addQuotaUsage(wrong, pod),
  admitToQuotas: (wrong) => admission.admitToQuotas(wrong, pod),
  applyLimitRanges: (wrong) => admission.applyLimitRanges(pod, wrong),
  applyRuntimeClass: (wrong) =>
    admission.applyRuntimeClass({ spec: { runtimeClassName: '' } }, wrong),
  checkQuota: (wrong) => admission.checkQuota(wrong, pod),
  podLimitRangeViolations: (wrong) => admission.podLimitRangeViolations(pod, wrong),
  'a node selector': (nodeSelector) =>
    admission.applyRuntimeClass({ spec: { runtimeClassName: 'kata', nodeSelector } }, [
      { metadata: { name: 'kata' }, scheduling: { nodeSelector: { disk: 'ssd' } } },
    ]),
  applyFlowSchemaDefaults: (wrong) => apf.applyFlowSchemaDefaults(wrong),
  applyPriorityLevelDefaults: (wrong) => apf.applyPriorityLevelDefaults(wrong),
  validateFlowSchema: (wrong) => apf.validateFlowSchema(wrong),
  configMapHash: (wrong) => config.configMapHash(wrong),
  configMapSize: (wrong) => config.configMapSize(wrong),
  containerCommand: (wrong) => config.containerCommand(wrong, []),
  containerEnvironment: (wrong) => config.containerEnvironment(pod, wrong, {}),
  containerFiles: (wrong) => config.containerFiles(pod, wrong, {}),
  formatPodMap: (wrong) => config.formatPodMap(wrong),
  kustomizeHash: (wrong) => config.kustomizeHash(wrong),
  mountSubPath: (wrong) => config.mountSubPath(wrong, []),
  secretHash: (wrong) => config.secretHash(wrong),
  secretSize: (wrong) => config.secretSize(wrong),
  serviceVariables: (wrong) => config.serviceVariables(wrong, { namespace: 'default' }),
  volumeFiles: (wrong) => config.volumeFiles(pod, wrong, {}),
  applyEndpointPortDefaults: (wrong) => core.applyEndpointPortDefaults(wrong),
  applyServicePortDefaults: (wrong) => core.applyServicePortDefaults(wrong),
  applyStringData: (wrong) => core.applyStringData(wrong),
  byNamespace: (wrong) => core.byNamespace({ pods: wrong })('default'),
  controllerOf: (wrong) => core.controllerOf(wrong),
  isPodActive: (wrong) => core.isPodActive(wrong),
  isPodReady: (wrong) => core.isPodReady(wrong),
  isPodTerminal: (wrong) => core.isPodTerminal(wrong),
  isPodTerminating: (wrong) => core.isPodTerminating(wrong),
  mergeTolerations: (wrong) => core.mergeTolerations(wrong, wrong),
  objectNamespace: (wrong) => core.objectNamespace(wrong),
  'ports of a Service': (ports) => core.applyServicePortDefaults({ spec: { ports } }),
  toleratesTaint: (wrong) => core.toleratesTaint(wrong, wrong),
  disruptionTarget: (wrong) => disruption.disruptionTarget(wrong, { now }),
  drainPlan: (pods) => disruption.drainPlan('n1', { pods, daemonSets: pods }, { now }),
  evictionAnswer: (wrong) => disruption.evictionAnswer(wrong, [], { now }),
  'evictionAnswer of budgets': (wrong) => disruption.evictionAnswer(pod, wrong, { now }),
  nodeShutdownPlan: (wrong) =>
    disruption.nodeShutdownPlan(wrong, {
      shutdownGracePeriodMs: 2000,
      shutdownGracePeriodCriticalPodsMs: 1000,
    }),
  pdbProblems: (wrong) => disruption.pdbProblems(wrong, wrong),
  pdbStatus: (wrong) => disruption.pdbStatus(wrong, { pods: wrong, statefulSets: wrong }, { now }),
  pdbStatuses: (wrong) => disruption.pdbStatuses(wrong, { pods: wrong }, { now }),
  taintEviction: (wrong) => disruption.taintEviction(wrong, [{ effect: 'NoExecute' }]),
  explainLookup: (name) =>
    dns.explainLookup(
      'nowhere',
      { metadata: { name }, spec: {} },
      { zone: dns.buildZone({}), node: {} },
    ),
  activeDeadline: (wrong) => lifecycle.activeDeadline(wrong, { now }),
  applyProbeDefaults: (wrong) => lifecycle.applyProbeDefaults(wrong),
  compareForDeletion: (wrong) => lifecycle.compareForDeletion(wrong, wrong, rank),
  deletePod: (wrong) => lifecycle.deletePod(wrong, { now }),
  formatPodTable: (wrong) => lifecycle.formatPodTable(wrong),
  matchPodFailurePolicy: (wrong) =>
    lifecycle.matchPodFailurePolicy({ rules: [{ action: 'Count', onPodConditions: [] }] }, wrong),
  rankForDeletion: (wrong) => lifecycle.rankForDeletion(wrong, rank),
  'related Pods of rankForDeletion': (related) =>
    lifecycle.rankForDeletion([pod], { ...rank, related }),
  qosCgroups: (wrong) => qos.qosCgroups(wrong),
  rankForEviction: (wrong) => qos.rankForEviction(wrong, wrong, { signal: 'memory.available' }),
  explainLabelMatch: (wrong) => selectors.explainLabelMatch(wrong, { app: 'web' }),
  matchesLabelSelector: (wrong) => selectors.matchesLabelSelector(wrong, { app: 'web' }),
  selectableFields: (wrong) => selectors.selectableFields(wrong, { selectableFields: wrong }),
  explainEndpoints: (wrong) =>
    service.explainEndpoints({ spec: { selector: { app: 'web' } } }, wrong, wrong),
  'explainEndpoints of a Service': (wrong) => service.explainEndpoints(wrong, [pod], []),
  cronJobRuns: (wrong) => workloads.cronJobRuns(wrong, { from: now, count: 1 }),
  podsToDelete: (replicaSets) =>
    workloads.podsToDelete({}, 1, { pods: replicaSets, replicaSets, now }),
  'podsToDelete of a ReplicaSet': (wrong) => workloads.podsToDelete(wrong, 1, { pods: [pod], now }),
  simulateRollout: (wrong) => workloads.simulateRollout(wrong, { now, replicaSets: [] }),
};

const WRONG = [
  null,
  undefined,
  0,
  2 ** 63,
  'text',
  'a'.repeat(100_000),
  true,
  {},
  [],
  [null],
  [5],
  ['x'],
  [[]],
  [{}],
];

test.each(Object.entries(CALLS))('%s answers objects of the wrong type with a code', (_, call) => {
  for (const wrong of WRONG) {
    const { error } = core.attempt(() => call(Object.freeze(wrong) as never));
    // "attempt" turns a TypeError into the code UNREADABLE_INPUT.
    expect(error?.code === 'UNREADABLE_INPUT' ? error.cause : undefined).toBeUndefined();
    expect(error?.message.length ?? 0).toBeLessThan(1000);
  }
});
