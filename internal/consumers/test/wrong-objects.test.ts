import * as admission from '@kubesem/admission';
import * as apf from '@kubesem/apf';
import * as config from '@kubesem/config';
import * as core from '@kubesem/core';
import * as defaults from '@kubesem/defaults';
import * as disruption from '@kubesem/disruption';
import * as dns from '@kubesem/dns';
import * as inspect from '@kubesem/inspect';
import * as lifecycle from '@kubesem/lifecycle';
import * as qos from '@kubesem/qos';
import * as selectors from '@kubesem/selectors';
import * as service from '@kubesem/service';
import { completeService } from '@kubesem/validation/service';
import * as workloads from '@kubesem/workloads';
import { expect, test } from 'vitest';

const now = '2026-01-01T00:00:00Z';
const pod = { kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [{ name: 'app' }] } };
const NO_CLUSTER = inspect.networkCluster({
  cluster: {},
  others: [],
  problems: [],
  placeOf: () => undefined,
});

const web = {
  metadata: { name: 'web' },
  spec: { selector: { app: 'web' }, clusterIP: '10.96.0.7', ports: [{ port: 80 }] },
};
const slice = {
  metadata: {
    name: 'web-1',
    labels: {
      'kubernetes.io/service-name': 'web',
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    },
  },
  addressType: 'IPv4',
};
const request = { node: {}, from: 'POD', destination: 'CLUSTER_IP', port: 80 } as const;
const rank = { controller: 'ReplicaSet', now } as const;

const replicasBy = (metric: core.MetricSpec) =>
  workloads.hpaReplicas(
    { spec: { maxReplicas: 3, metrics: [metric] } },
    { pods: [pod], metrics: {}, current: 1, now },
  );

/** Calls with one API object, or one list of them, that an untrusted document can replace with anything. */
const CALLS: Readonly<Record<string, (wrong: never) => unknown>> = {
  addQuotaUsage: (wrong) => admission.addQuotaUsage(wrong, pod),
  quotaAdmission: (wrong) => admission.quotaAdmission(wrong, pod),
  applyLimitRanges: (wrong) => admission.applyLimitRanges(pod, { limitRanges: wrong }),
  applyRuntimeClass: (wrong) =>
    admission.applyRuntimeClass({ spec: { runtimeClassName: '' } }, { runtimeClasses: wrong }),
  quotaViolations: (wrong) => admission.quotaViolations(wrong, pod),
  podLimitRangeViolations: (wrong) =>
    admission.podLimitRangeViolations(pod, { limitRanges: wrong }),
  'a node selector': (nodeSelector) =>
    admission.applyRuntimeClass(
      { spec: { runtimeClassName: 'kata', nodeSelector } },
      {
        runtimeClasses: [
          { metadata: { name: 'kata' }, scheduling: { nodeSelector: { disk: 'ssd' } } },
        ],
      },
    ),
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
  ...Object.fromEntries(
    Object.entries(defaults).map(([name, apply]) => [name, apply as (wrong: never) => unknown]),
  ),
  applyStringData: (wrong) => core.applyStringData(wrong),
  byNamespace: (wrong) => core.byNamespace(wrong)('default'),
  clusterFrom: (wrong) => core.clusterFrom(wrong),
  indexCluster: (wrong) => config.containerEnvironment(pod, {}, core.indexCluster(wrong)),
  originOf: (wrong) => core.originOf(wrong),
  controllerOf: (wrong) => core.controllerOf(wrong),
  isPodActive: (wrong) => core.isPodActive(wrong),
  isPodReady: (wrong) => core.isPodReady(wrong),
  isPodTerminal: (wrong) => core.isPodTerminal(wrong),
  isPodTerminating: (wrong) => core.isPodTerminating(wrong),
  mergeTolerations: (wrong) => core.mergeTolerations(wrong, wrong),
  objectNamespace: (wrong) => core.objectNamespace(wrong),
  toleratesTaint: (wrong) => core.toleratesTaint(wrong, wrong),
  disruptionTarget: (wrong) => disruption.disruptionTarget(wrong, { now }),
  drainPlan: (pods) => disruption.drainPlan('n1', { pods, daemonSets: pods }, { now }),
  evictionAnswer: (wrong) =>
    disruption.evictionAnswer(wrong, { podDisruptionBudgets: [] }, { now }),
  'evictionAnswer of budgets': (wrong) =>
    disruption.evictionAnswer(pod, { podDisruptionBudgets: wrong }, { now }),
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
      { zone: dns.dnsZone({}), node: {} },
    ),
  activeDeadline: (wrong) => lifecycle.activeDeadline(wrong, { now }),
  podDeletion: (wrong) => lifecycle.podDeletion(wrong, { now }),
  formatPodTable: (wrong) => lifecycle.formatPodTable(wrong),
  qosCgroups: (wrong) => qos.qosCgroups(wrong),
  evictionRanking: (wrong) =>
    qos.evictionRanking(wrong, wrong, { signal: 'memory.available' }).map(({ pod }) => pod),
  explainLabelMatch: (wrong) => selectors.explainLabelMatch(wrong, { app: 'web' }),
  matchesLabelSelector: (wrong) => selectors.matchesLabelSelector(wrong, { app: 'web' }),
  selectableFields: (wrong) => selectors.selectableFields(wrong, { selectableFields: wrong }),
  createEndpoints: (wrong) => service.createEndpoints(web, { pods: wrong }),
  createEndpointSlices: (wrong) => service.createEndpointSlices(web, { pods: wrong, nodes: [] }),
  completeService: (wrong) => completeService(wrong),
  endpointsRow: (wrong) => service.endpointsRow(wrong),
  endpointSliceRow: (wrong) => service.endpointSliceRow(wrong),
  endpointSelections: (wrong) => service.endpointSelections(wrong, { pods: wrong, nodes: wrong }),
  endpointSelection: (wrong) => service.endpointSelection(web, { pods: wrong, nodes: wrong }),
  'endpointSelection of a Service': (wrong) =>
    service.endpointSelection(wrong, { pods: [pod], nodes: [] }),
  explainStoredSlices: (wrong) =>
    service.explainStoredSlices(web, { pods: [], nodes: [], endpointSlices: wrong }),
  'explainStoredSlices of a Service': (wrong) =>
    service.explainStoredSlices(wrong, { pods: [], nodes: [], endpointSlices: [] }),
  'explainStoredSlices of endpoints': (endpoints) =>
    service.explainStoredSlices(web, {
      pods: [],
      nodes: [],
      endpointSlices: [{ ...slice, endpoints }],
    }),
  'explainStoredSlices of hints': (forZones) => {
    const endpoints = [{ conditions: { ready: true }, hints: { forZones } }];
    const close = { ...web, spec: { ...web.spec, trafficDistribution: 'PreferClose' } };
    return service.explainStoredSlices(close, {
      pods: [],
      nodes: [],
      endpointSlices: [{ ...slice, endpoints }],
    });
  },
  podServices: (wrong) => service.podServices(pod, { services: wrong }),
  reachableEndpoints: (wrong) => service.reachableEndpoints(web, { endpointSlices: wrong }, wrong),
  'reachableEndpoints of a Service': (wrong) =>
    service.reachableEndpoints(wrong, { endpointSlices: [slice] }, {}),
  endpointSlicePlans: (wrong) =>
    service.endpointSlicePlans(wrong, { pods: wrong, nodes: wrong, endpointSlices: wrong }),
  'endpointSlicePlans of a Service': (wrong) =>
    service.endpointSlicePlans([web], { pods: wrong, nodes: [], endpointSlices: wrong }),
  endpointSlicePlan: (wrong) =>
    service.endpointSlicePlan(web, { pods: wrong, nodes: wrong, endpointSlices: wrong }),
  'endpointSlicePlan of slices': (wrong) =>
    service.endpointSlicePlan(web, { pods: [], nodes: [], endpointSlices: wrong }),
  trafficRoute: (wrong) => service.trafficRoute(web, { endpointSlices: wrong }, request),
  'trafficRoute of a Service': (wrong) =>
    service.trafficRoute(wrong, { endpointSlices: [slice] }, request),
  serviceRow: (wrong) => service.serviceRow(wrong),
  servicePods: (wrong) => service.servicePods(web, { pods: wrong }),
  topologyHints: (wrong) => service.topologyHints(wrong, { nodes: [] }),
  'topologyHints of nodes': (wrong) => service.topologyHints([slice], { nodes: wrong }),
  'topologyHints of zones': (forZones) => {
    const zones = ['a', 'b'];
    const nodes = zones.map((zone) => ({
      metadata: { name: zone, labels: { 'topology.kubernetes.io/zone': zone } },
      status: { allocatable: { cpu: '1' }, conditions: [{ type: 'Ready', status: 'True' }] },
    }));
    const endpoints = [...zones, ...zones].map((zone) => ({
      ...{ zone, addresses: ['10.0.0.1'], conditions: { ready: true }, hints: { forZones } },
    }));
    return service.topologyHints([{ ...slice, endpoints }], { nodes });
  },
  podEnvironment: (wrong) =>
    inspect.podEnvironment(pod, { configMaps: wrong, secrets: wrong, nodes: wrong }),
  'podEnvironment of a Pod': (wrong) => inspect.podEnvironment(wrong, {}),
  serviceReports: (wrong) =>
    inspect.serviceReports({ ...NO_CLUSTER, services: wrong, endpointSlices: wrong }),
  'serviceReports of Pods': (wrong) =>
    inspect.serviceReports({
      ...NO_CLUSTER,
      ...{ services: [web], pods: wrong, nodes: wrong, endpointSlices: [slice] },
    }),
  clusterIpBands: (wrong) => service.clusterIpBands(wrong),
  nodePortBands: (wrong) => service.nodePortBands(wrong),
  'clusterIpRanges of completeService': (wrong) =>
    completeService(web, { clusterIpRanges: [wrong] }),
  'the port of portForwardPort': (wrong) => service.portForwardPort(web, pod, wrong),
  'the target port of targetPort': (wrong) =>
    service.targetPort({ port: 80, targetPort: wrong }, pod),
  'minAvailable of pdbStatus': (minAvailable) => {
    const labels = { app: 'web' };
    const budget = { metadata: { name: 'b' }, spec: { selector: {}, minAvailable } };
    return disruption.pdbStatus(
      budget,
      { pods: [{ ...pod, metadata: { name: 'web', labels } }] },
      { now },
    );
  },
  cronJobRuns: (wrong) => workloads.cronJobRuns(wrong, { from: now, count: 1 }),
  autoscalerRange: (wrong) => workloads.autoscalerRange(wrong),
  deletionOrder: (wrong) => workloads.deletionOrder(wrong, wrong, rank),
  deletionRanks: (wrong) => workloads.deletionRanks(wrong, rank),
  'related Pods of deletionRanks': (related) =>
    workloads.deletionRanks([pod], { ...rank, related }),
  hpaReplicas: (wrong) =>
    workloads.hpaReplicas(wrong, { pods: wrong, metrics: {}, current: 1, now }),
  'a type of a metric': (type) => replicasBy({ type }),
  'a Resource metric': (resource) => replicasBy({ type: 'Resource', resource }),
  'a Pods metric': (pods) => replicasBy({ type: 'Pods', pods }),
  'an Object metric': (object) => replicasBy({ type: 'Object', object }),
  'the object of a metric': (describedObject) =>
    replicasBy({
      type: 'Object',
      object: { describedObject, target: { type: 'Value', value: '1' } },
    }),
  'an External metric': (external) => replicasBy({ type: 'External', external }),
  podFailurePolicyMatch: (wrong) =>
    workloads.podFailurePolicyMatch({ rules: [{ action: 'Count', onPodConditions: [] }] }, wrong),
  nextRolloutStep: (wrong) => workloads.nextRolloutStep(wrong, { now, replicaSets: wrong }),
  podsToDelete: (replicaSets) =>
    workloads.podsToDelete({}, { pods: replicaSets, replicaSets, now }),
  'podsToDelete of a ReplicaSet': (wrong) => workloads.podsToDelete(wrong, { pods: [pod], now }),
  replicaSetStatus: (wrong) => workloads.replicaSetStatus(wrong, { pods: wrong, now }),
  simulateRollout: (wrong) => workloads.simulateRollout(wrong, { now, replicaSets: [] }),
};

/** Its text throws. */
const noText = { toString: null };
const named = {
  metadata: {
    ...{ name: noText, namespace: noText, uid: noText },
    labels: { app: noText, 'kubernetes.io/service-name': noText },
  },
  spec: {
    ...{ selector: { app: noText }, ports: [{ name: noText, port: 80, targetPort: noText }] },
    ...{ minAvailable: noText, nodeName: noText, containers: [{ name: noText, image: noText }] },
  },
};

const WRONG = [
  null,
  undefined,
  0,
  2 ** 63,
  2n ** 53n,
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
  noText,
  [noText],
  { a: noText },
  named,
  [named],
];

test.each(Object.entries(CALLS))('%s answers objects of the wrong type with a code', (_, call) => {
  for (const wrong of WRONG) {
    const { error } = core.attempt(() => call(Object.freeze(wrong) as never));
    // "attempt" turns a TypeError into the code UNREADABLE_INPUT.
    expect(error?.code === 'UNREADABLE_INPUT' ? error.cause : undefined).toBeUndefined();
    expect(error?.message.length ?? 0).toBeLessThan(1000);
  }
});
