import { formatPodTable } from '@kubesem/lifecycle';
import { expect, test } from 'vitest';

const NOW = '2026-11-22T12:00:00Z';
const POD = {
  metadata: {
    name: 'web',
    namespace: 'shop',
    creationTimestamp: '2026-11-22T11:00:00Z',
    labels: { 'app.kubernetes.io/name': 'web', tier: 'front' },
  },
  spec: { containers: [{ name: 'web' }], nodeName: 'node-1' },
  status: { phase: 'Pending', podIP: '10.0.0.1' },
};

test('the columns of -A -o wide -L app.kubernetes.io/name --show-labels', () => {
  const options = { wide: true, allNamespaces: true, showLabels: true };
  const labelColumns = ['app.kubernetes.io/name', '__proto__'];
  const [headers, row] = formatPodTable([POD], { now: NOW, ...options, labelColumns }).split('\n');
  expect(headers?.split(/ {3,}/)).toEqual([
    ...['NAMESPACE', 'NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE', 'IP', 'NODE'],
    ...['NOMINATED NODE', 'READINESS GATES', 'NAME', '__PROTO__', 'LABELS'],
  ]);
  expect(row?.split(/ {3,}/)).toEqual([
    ...['shop', 'web', '0/1', 'Pending', '0', '60m', '10.0.0.1', 'node-1', '<none>', '<none>'],
    ...['web', 'app.kubernetes.io/name=web,tier=front'],
  ]);
});

test('without headers, and without labels', () => {
  const table = formatPodTable([{ status: {} }], { noHeaders: true, showLabels: true });
  expect(table.split(/ +/)).toEqual(['', '0/0', '0', '<unknown>', '<none>\n']);
});
