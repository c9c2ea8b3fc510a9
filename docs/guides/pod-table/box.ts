import { formatFieldPath, type Pod } from '@kubesem/core';
import { explainPodRow, formatPodTable } from '@kubesem/lifecycle';
import { type Box, lines, table } from '../../live-box/box.js';
import { objectsOf } from '../../live-box/objects.js';

export const box: Box = {
  input: {
    label: 'Pods in YAML or JSON',
    text: `apiVersion: v1
kind: Pod
metadata: { name: cart-0, creationTimestamp: "2026-01-01T09:10:00Z" }
spec: { containers: [{ name: cart, image: images.example/cart:1 }] }
status:
  phase: Running
  containerStatuses:
    - name: cart
      restartCount: 5
      state: { waiting: { reason: CrashLoopBackOff } }
      lastState: { terminated: { exitCode: 137, finishedAt: "2026-01-01T11:58:00Z" } }
---
apiVersion: v1
kind: Pod
metadata: { name: ledger-0, creationTimestamp: "2026-01-01T11:57:00Z" }
spec:
  initContainers: [{ name: wait, image: images.example/wait:1 }, { name: migrate, image: images.example/migrate:1 }]
  containers: [{ name: ledger, image: images.example/ledger:1 }]
status:
  phase: Pending
  initContainerStatuses:
    - { name: wait, state: { terminated: { exitCode: 0 } } }
    - { name: migrate, state: { terminated: { exitCode: 3 } } }
`,
  },
  fields: [{ name: 'now', label: 'Current time', value: '2026-01-01T12:00:00Z' }],
  answer: (text, { now = '' }) => {
    const { ofKind, problems } = objectsOf(text);
    const pods = ofKind<Pod>('Pod');
    const reasons = pods.map((pod) => {
      const { row, steps } = explainPodRow(pod, { now });
      const last = steps.at(-1);
      return [
        row.name,
        row.status,
        last?.container ?? '-',
        last ? formatFieldPath(last.segments) : '-',
      ];
    });
    return [
      ...problems,
      lines(formatPodTable(pods, { now })),
      table(['Pod', 'Status', 'Container', 'Field that sets it'], reasons),
    ];
  },
};
