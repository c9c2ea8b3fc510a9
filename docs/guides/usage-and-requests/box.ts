import type { Node, NodeMetrics, Pod, PodMetrics } from '@kubesem/core';
import { clusterUsage } from '@kubesem/nodes';
import { type Box, bars, table } from '../../live-box/box.js';
import { objectsOf } from '../../live-box/objects.js';

const percent = (ratio: number | undefined): string =>
  ratio === undefined ? '-' : `${Math.round(ratio * 100)}%`;

export const box: Box = {
  input: {
    label: 'Nodes, Pods and their metrics in YAML or JSON',
    text: `apiVersion: v1
kind: Node
metadata: { name: alpha }
status: { allocatable: { cpu: 3920m, memory: 15Gi } }
---
apiVersion: metrics.k8s.io/v1beta1
kind: NodeMetrics
metadata: { name: alpha }
usage: { cpu: 1250000001n, memory: 3145728Ki }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  nodeName: alpha
  containers:
    - name: app
      image: images.example/app:1
      resources: { requests: { cpu: 200m, memory: 128Mi }, limits: { memory: 256Mi } }
---
apiVersion: metrics.k8s.io/v1beta1
kind: PodMetrics
metadata: { name: web, namespace: shop }
containers:
  - { name: app, usage: { cpu: 150000000n, memory: 196608Ki } }
`,
  },
  answer: (text) => {
    const { ofKind, problems } = objectsOf(text);
    const { nodes, pods } = clusterUsage({
      nodes: ofKind<Node>('Node'),
      nodeMetrics: ofKind<NodeMetrics>('NodeMetrics'),
      pods: ofKind<Pod>('Pod'),
      podMetrics: ofKind<PodMetrics>('PodMetrics'),
    });
    return [
      ...problems,
      bars(
        nodes.flatMap(({ name, cpu, memory }) => [
          {
            label: `${name} cpu`,
            ratio: cpu.ratio,
            text: `${cpu.text}, ${cpu.percent ?? '-'}% of allocatable`,
          },
          {
            label: `${name} memory`,
            ratio: memory.ratio,
            text: `${memory.text}, ${memory.percent ?? '-'}% of allocatable`,
          },
        ]),
      ),
      table(
        ['Pod', 'Resource', 'Usage', 'Of request', 'Of limit'],
        pods.flatMap(({ namespace, name, cpu, memory }) =>
          Object.entries({ cpu, memory }).map(([resource, amount]) => [
            `${namespace}/${name}`,
            resource,
            amount.text,
            percent(amount.requestRatio),
            percent(amount.limitRatio),
          ]),
        ),
      ),
    ];
  },
};
