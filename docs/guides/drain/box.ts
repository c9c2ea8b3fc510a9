import type { Pod, PodDisruptionBudget } from '@kubesem/core';
import { drainOf } from '@kubesem/panels/models';
import { type Box, sentence, table } from '../../live-box/box.js';
import { objectsOf } from '../../live-box/objects.js';

const NOW = '2026-01-01T00:00:00Z';
const labels = { app: 'web' };
const owner = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'web',
  uid: 'web',
  controller: true,
};

export const box: Box = {
  input: {
    label: 'Budgets of the Pods with the label app: web, in YAML or JSON',
    text: `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web }
spec:
  minAvailable: 2
  selector: { matchLabels: { app: web } }
`,
  },
  fields: [
    { name: 'replicas', label: 'Pods, one on each node', value: '3' },
    { name: 'nodes', label: 'Nodes to drain', value: '2' },
    { name: 'ready', label: 'Seconds until ready (empty: never)', value: '47' },
  ],
  answer: (text, { replicas = '', nodes = '', ready = '' }) => {
    const { ofKind, problems } = objectsOf(text);
    const count = Math.min(Math.max(Math.trunc(Number(replicas)) || 0, 0), 50);
    const pods = Array.from({ length: count }, (_, index) => webPod(index + 1));
    const drained = pods
      .slice(0, Math.trunc(Number(nodes)) || 0)
      .map(({ spec }) => spec?.nodeName ?? '');
    const cluster = {
      pods,
      replicaSets: [{ metadata: { name: 'web', uid: 'web' }, spec: { replicas: count } }],
      deployments: [],
      podDisruptionBudgets: ofKind<PodDisruptionBudget>('PodDisruptionBudget'),
    };
    const settings = { readyAfterSeconds: Number(ready) || 0 };
    const drain = drainOf(drained, cluster, settings, NOW);
    return [
      ...problems,
      ...(drain.failure ? [sentence(drain.failure, 'bad')] : []),
      ...drain.nodes.map(({ node, drainedAtMs }) =>
        drainedAtMs === undefined
          ? sentence(`${node} is never drained.`, 'bad')
          : sentence(`${node} is drained after ${drainedAtMs / 1000} s.`, 'good'),
      ),
      {
        kind: 'timeline',
        title: 'Pods during the drain',
        lanes: drain.lanes,
        durationMs: drain.durationMs,
      },
      table(
        ['Time', 'Event'],
        drain.events.map(({ atMs, text }) => [`${atMs / 1000} s`, text]),
      ),
    ];
  },
};

const webPod = (index: number): Pod => ({
  metadata: { name: `web-${index}`, namespace: 'default', labels, ownerReferences: [owner] },
  spec: { nodeName: `node-${index}`, terminationGracePeriodSeconds: 30 },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
});
