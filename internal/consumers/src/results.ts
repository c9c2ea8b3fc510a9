import {
  claimLimitRangeViolations,
  combinedQuotaBars,
  limitRangeDefaults,
  podLimitRangeViolations,
  quotaAdmission,
  quotaBars,
  quotaUsage,
  quotaViolations,
} from '@kubesem/admission';
import { inspectObjects, reportSummary } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import {
  clusterUsage,
  explainNodeAllocation,
  freeAmounts,
  nodeAllocation,
  nodeAllocations,
  nodeFit,
  nodeFits,
  nodeHeadroom,
} from '@kubesem/nodes';
import {
  emptyDirVolumes,
  evictionRanking,
  explainPodQosClass,
  localStorageEviction,
} from '@kubesem/qos';
import {
  explainPodLimits,
  explainPodRequests,
  podDeclaredResources,
  podLimits,
  podRequests,
  resourceFieldValue,
} from '@kubesem/resources';

const resources = {
  requests: { cpu: '0.5', memory: '512', 'example.com/gpu': '2', ['__proto__']: '1' },
  limits: { cpu: '1500m', memory: '1.5Gi', 'ephemeral-storage': '1Gi' },
};
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', uid: 'a' },
  spec: {
    nodeName: 'n1',
    initContainers: [{ name: 'init', resources: { requests: { cpu: '2', memory: '0Ki' } } }],
    containers: [
      { name: 'app', image: 'app:1', resources },
      { name: 'log', image: 'log:1' },
    ],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '500Mi', medium: 'Memory' } }],
  },
};
/** Its status reports other requests than its spec. */
const resized = {
  metadata: { name: 'job' },
  spec: { nodeName: 'n1', containers: [{ name: 'job', resources: { requests: { cpu: 1 } } }] },
  status: { containerStatuses: [{ name: 'job', resources: { requests: { cpu: '1500m' } } }] },
};
const node = {
  metadata: { name: 'n1' },
  status: { allocatable: { cpu: '3920m', memory: '8Gi', pods: '110', 'example.com/gpu': '1' } },
};
const limitRanges = [
  {
    metadata: { name: 'small' },
    spec: {
      limits: [
        { type: 'Container', max: { memory: '1Gi' } },
        { type: 'PersistentVolumeClaim', max: { storage: '1Gi' } },
      ],
    },
  },
];
const hard = { 'requests.cpu': '1', pods: '0', 'limits.memory': '1Ei' };
const quota = { metadata: { name: 'team' }, spec: { hard }, status: { hard, used: { pods: '0' } } };
const claim = { spec: { resources: { requests: { storage: '2Gi' } } } };
const stats = {
  podRef: { uid: 'a' },
  containers: [{ name: 'app', logs: { usedBytes: 2 ** 31 } }],
  memory: { workingSetBytes: 512 },
};
const podMetrics = {
  metadata: { name: 'web' },
  containers: [{ name: 'app', usage: { cpu: '150m', memory: '64Mi' } }],
};
const nodeMetrics = [{ metadata: { name: 'n1' }, usage: { cpu: '1250000001n', memory: '3Gi' } }];
const files = [parseObjects({ name: 'web.json', text: JSON.stringify(pod) })];

/** A result of each public function whose results hold quantities, and of no other. */
export const QUANTITY_RESULTS: Readonly<Record<string, () => unknown>> = {
  claimLimitRangeViolations: () => claimLimitRangeViolations(claim, { limitRanges }),
  clusterUsage: () =>
    clusterUsage({ podMetrics: [podMetrics], nodeMetrics, nodes: [node], pods: [pod] }),
  combinedQuotaBars: () => combinedQuotaBars([quota]),
  emptyDirVolumes: () => emptyDirVolumes(pod),
  evictionRanking: () => evictionRanking([pod], [stats], { signal: 'memory.available' }),
  explainNodeAllocation: () => explainNodeAllocation(node, { pods: [resized] }),
  explainPodLimits: () => explainPodLimits(pod),
  explainPodQosClass: () => explainPodQosClass(pod),
  explainPodRequests: () => explainPodRequests(pod),
  freeAmounts: () => freeAmounts(nodeAllocation(node, { pods: [pod] }), 1),
  inspectObjects: () => inspectObjects(files, { explain: true }),
  limitRangeDefaults: () => limitRangeDefaults(pod, { limitRanges }),
  localStorageEviction: () => localStorageEviction(pod, stats),
  nodeAllocation: () => nodeAllocation(node, { pods: [pod] }),
  nodeAllocations: () => nodeAllocations({ nodes: [node], pods: [pod] }),
  nodeFit: () => nodeFit(pod, node, { pods: [pod] }),
  nodeFits: () => nodeFits(pod, { nodes: [node], pods: [pod] }),
  nodeHeadroom: () => nodeHeadroom(node, { pods: [pod] }),
  podDeclaredResources: () => podDeclaredResources(pod),
  podLimitRangeViolations: () => podLimitRangeViolations(pod, { limitRanges }),
  podLimits: () => podLimits(pod),
  podRequests: () => podRequests(pod),
  quotaAdmission: () => quotaAdmission([quota], pod),
  quotaBars: () => quotaBars(quota),
  quotaUsage: () => quotaUsage(quota, [pod]),
  quotaViolations: () => quotaViolations([quota], pod),
  reportSummary: () => reportSummary(inspectObjects(files).objects),
  resourceFieldValue: () =>
    resourceFieldValue(pod, { containerName: 'app', resource: 'limits.memory' }),
};
