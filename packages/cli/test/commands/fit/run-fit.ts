// Runs `kubesem fit` in tests.
import { join } from 'node:path';
import { dump, node, pod } from '../../support/cluster.js';
import { type Finished, folderOf, json, kubesem, podManifest } from '../../support/run.js';

export const CLUSTER: string = dump(
  node('alpha', { cpu: '4', memory: '9Gi', pods: '3' }),
  node('beta', { cpu: '2', memory: '6Gi', pods: '110', 'example.com/gpu': '1' }),
  node('gamma', { cpu: '8', memory: '1Gi', pods: '1' }),
  pod('web', 'alpha', { requests: { cpu: '1500m', memory: '1Gi' } }),
  pod('done', 'beta', { requests: { cpu: '2' } }, 'Failed'),
  pod('full', 'gamma', { requests: { cpu: '1' } }),
);
export const AGENT: string = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec: { template: { spec: { containers: [{ name: agent, image: agent:1 }] } } }
`;

/** The arguments that fit manifests from standard input into a cluster. */
export const into = (cluster: string): string[] => [
  'fit',
  '-',
  '--cluster',
  join(folderOf({ 'dump.json': cluster }), 'dump.json'),
];

/** Fits manifests into a cluster. */
export async function fit(
  manifest: string,
  args: readonly string[] = [],
  cluster = CLUSTER,
): Promise<Finished> {
  return kubesem([...into(cluster), ...args], { stdin: manifest });
}

/** How many Pods fit on each node. */
export async function podsByNode(
  resources: string,
  cluster = CLUSTER,
): Promise<{ readonly [node: string]: unknown }> {
  const { output } = await json(into(cluster), { stdin: podManifest('new', resources) });
  const { nodes, fittingPods, fits } = output.objects[0];
  const entries = nodes.map((one: { node: string; fittingPods: number }) => [
    one.node,
    one.fittingPods,
  ]);
  return { ...Object.fromEntries(entries), total: fittingPods, fits };
}
