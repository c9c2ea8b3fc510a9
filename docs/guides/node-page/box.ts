import type { Node, Pod } from '@kubesem/core';
import { explainNodeAllocation, nodeAllocation, nodeHeadroom } from '@kubesem/nodes';
import { type Box, bars, table } from '../../live-box/box.js';
import { firstOf, objectsOf } from '../../live-box/objects.js';

export const box: Box = {
  input: {
    label: 'Node and Pods in YAML or JSON',
    text: `apiVersion: v1
kind: Node
metadata: { name: alpha }
status:
  capacity: { cpu: "4", memory: 16Gi, pods: "110" }
  allocatable: { cpu: 3920m, memory: 15Gi, pods: "110" }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeName: alpha
  initContainers:
    - { name: mesh, image: images.example/mesh:1, restartPolicy: Always, resources: { requests: { cpu: 100m } } }
  containers:
    - { name: app, image: images.example/app:1, resources: { requests: { cpu: 750m, memory: 1Gi } } }
status: { phase: Running }
---
apiVersion: v1
kind: Pod
metadata: { name: report }
spec:
  nodeName: alpha
  containers:
    - { name: count, image: images.example/count:1, resources: { requests: { cpu: 2, memory: 8Gi } } }
status: { phase: Succeeded }
`,
  },
  answer: (text) => {
    const { ofKind, problems } = objectsOf(text);
    const node = firstOf('Node', ofKind<Node>('Node'));
    const pods = ofKind<Pod>('Pod');
    const { requests, allocatable, podCount } = nodeAllocation(node, { pods });
    const free = nodeHeadroom(node, { pods });
    const shares = Object.entries(requests).map(([name, share]) => ({
      label: name,
      ratio: share?.ratio,
      text: `${share?.amount} of ${allocatable[name] ?? 0}${share?.percent === undefined ? '' : ` (${share.percent}%)`}, ${free.resources[name] ?? 0} free`,
    }));
    const explained = explainNodeAllocation(node, { pods }).pods;
    return [
      ...problems,
      bars([...shares, { label: 'pods', ...podShare(podCount, free.pods) }]),
      table(
        ['Pod', 'Counts', 'Rule'],
        explained.map(({ name, rule }) => [name, rule === 'ON_NODE' ? 'yes' : 'no', rule]),
      ),
    ];
  },
};

function podShare(
  counted: number,
  free: number | undefined,
): { ratio: number | undefined; text: string } {
  const all = counted + (free ?? 0);
  return {
    ratio: all === 0 ? undefined : counted / all,
    text: `${counted} of ${all}, ${free} free`,
  };
}
