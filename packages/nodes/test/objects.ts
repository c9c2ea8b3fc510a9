import type { Node, Pod, PodStatus, ResourceList, ResourceRequirements } from '@kubesem/core';

/** A node with allocatable resources, and a capacity that must not count. */
export function nodeOf(name: string, allocatable: ResourceList): Node {
  const capacity = { cpu: '640', memory: '7Ti', pods: '9999' };
  return { metadata: { name }, status: { allocatable, capacity } };
}

/** A Pod with one container on a node. */
export function podOn(
  nodeName: string,
  name: string,
  resources: ResourceRequirements,
  status: PodStatus = { phase: 'Running' },
): Pod {
  return {
    metadata: { namespace: 'shop', name, creationTimestamp: '2026-03-01T10:20:30Z' },
    spec: { nodeName, containers: [{ name: 'app', resources }] },
    status,
  };
}

/** A Pod whose container was resized: its status has `cpu`. */
export function resizedPod(nodeName: string, name: string, inSpec: string, cpu: string): Pod {
  const actual = { name: 'app', resources: { requests: { cpu } } };
  return podOn(nodeName, name, { requests: { cpu: inSpec } }, { containerStatuses: [actual] });
}

/** The node in the documentation of resource management. */
export const documentedNode: Node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'e2e-test-node-pool-4lw4' },
  status: {
    capacity: { cpu: '2', memory: '7679792Ki', pods: '110' },
    allocatable: { cpu: '1800m', memory: '7474992Ki', pods: '110' },
  },
};

const documentedRows: readonly (readonly string[])[] = [
  ['fluentd-gcp-v1.38-28bv1', '100m', '0', '200Mi', '200Mi'],
  ['kube-dns-3297075139-61lj3', '260m', '0', '100Mi', '170Mi'],
  ['kube-proxy-e2e-test-...', '100m', '0', '0', '0'],
  ['monitoring-influxdb-grafana-v4-z1m12', '200m', '200m', '600Mi', '600Mi'],
  ['node-problem-detector-v0.1-fj7m3', '20m', '200m', '20Mi', '100Mi'],
];

/** Its Pods. */
export const documentedPods: readonly Pod[] = documentedRows.map(
  ([name, cpu, cpuLimit, memory, memoryLimit]) => ({
    metadata: { namespace: 'kube-system', name },
    spec: {
      nodeName: 'e2e-test-node-pool-4lw4',
      containers: [
        {
          name: 'app',
          resources: {
            requests: { cpu, memory },
            limits: { cpu: cpuLimit, memory: memoryLimit },
          },
        },
      ],
    },
  }),
);
