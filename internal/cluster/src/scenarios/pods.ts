import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@kubesem/conformance/random';
import type { Pod } from '@kubesem/core';
import { formatPodTable } from '@kubesem/lifecycle';
import type { Cluster } from '../cluster.js';
import { generated } from '../conformance/generated.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { compareTable } from '../conformance/table.js';
import { pod } from '../conformance/templates.js';

/** Lives of Pods, as the kubelet of the cluster plays them. */
const LIVES: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'ready-after': 'never' },
  { 'start-after': '4s' },
  { 'start-after': 'never' },
  { waiting: 'ErrImagePull' },
  { waiting: 'CreateContainerConfigError' },
  { 'exit-code': '0', 'exit-after': '2s' },
  { 'exit-code': '1' },
  { 'exit-code': '137', 'exit-after': '1s' },
  { status: '{"reason":"Evicted","phase":"Failed"}' },
];

/** Otherwise, kubectl prints pages of 500 rows, and the columns of a page can be wider than those before it. */
const ONE_PAGE = '--chunk-size=0';

/** How many Pods have a random status. */
const RANDOM_PODS = 600;

/** Pod tables: `kubectl get pods` with every option that adds columns. */
export const pods: Scenario = {
  name: 'pods',
  about: '`kubectl get pods` with `-o wide`, `-A`, `--show-labels`, `-L` and `--no-headers`',
  async run(cluster, found) {
    await createLives(cluster);
    await compareTables(cluster, found, 'lives');
    await createRandom(cluster);
    await compareTables(cluster, found, 'random');
    // Some have started, crashed or ended by now.
    await sleep(5000);
    await compareTables(cluster, found, 'lives');
  },
};

async function createLives(cluster: Cluster): Promise<void> {
  const namespace = await cluster.api.namespace('lives');
  for (const [index, life] of LIVES.entries()) {
    for (const restartPolicy of ['Always', 'OnFailure', 'Never']) {
      const name = `life-${index}-${restartPolicy.toLowerCase()}`;
      const spec = {
        restartPolicy,
        ...(index % 3 === 0 ? { initContainers: [{ name: 'init', image: 'app' }] } : {}),
        ...(index % 4 === 1 ? { readinessGates: [{ conditionType: 'example.com/gate' }] } : {}),
      };
      await cluster.api.create(pod({ name, namespace, labels: { app: name } }, spec, life));
    }
  }
  // One is being deleted, one finds no node.
  const leaving = pod({ name: 'leaving', namespace }, {}, { 'end-after': 'never' });
  await cluster.api.create(leaving);
  await cluster.api.delete(leaving);
  await cluster.api.create(pod({ name: 'lonely', namespace }, { nodeSelector: { disk: 'none' } }));
}

/** Pods on a node without a kubelet, whose status nobody else writes. */
async function createRandom(cluster: Cluster): Promise<void> {
  const namespace = await cluster.api.namespace('random');
  await cluster.api.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'ghost' } });
  const random = new Random(1);
  for (let index = 0; index < RANDOM_PODS; index++) {
    const { metadata, spec, status } = generated(random, 'pod.row').pod as Pod;
    const containers = spec?.containers ?? [];
    const object = pod(
      { name: `pod-${index}`, namespace, labels: metadata?.labels },
      {
        ...(random.percent(70) ? { nodeName: 'ghost' } : { schedulerName: 'none' }),
        containers: (containers.length > 0 ? containers : [{ name: 'app' }]).map(withImage),
        initContainers: spec?.initContainers?.map(withImage),
        readinessGates: spec?.readinessGates,
      },
    );
    // The server rejects some of these objects; the table has the others.
    const { value } = await cluster.api.attempt(object);
    if (value !== undefined) {
      await cluster.api.patch(object, { status }, '/status').catch(() => {});
    }
    if (value !== undefined && random.percent(15)) {
      await cluster.api.delete(object);
    }
  }
}

const withImage = ({ name }: { readonly name?: string | null | undefined }) => ({
  name,
  image: 'app',
});

async function compareTables(cluster: Cluster, found: Findings, namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const tables = [
    { args: [], options: {} },
    { args: ['-o', 'wide'], options: { wide: true } },
    { args: ['--show-labels'], options: { showLabels: true } },
    { args: ['-L', 'app,tier'], options: { labelColumns: ['app', 'tier'] } },
    { args: ['--no-headers', '-o', 'wide'], options: { wide: true, noHeaders: true } },
  ];
  for (const { args, options } of tables) {
    await compareTable(cluster, found, {
      args: ['get', 'pods', '-n', namespace, ONE_PAGE, ...args],
      path,
      ours: (objects, now) => formatPodTable(objects as readonly Pod[], { ...options, now }),
    });
  }
  await compareTable(cluster, found, {
    args: ['get', 'pods', '-A', ONE_PAGE, '-o', 'wide'],
    path: '/api/v1/pods',
    ours: (objects, now) =>
      formatPodTable(objects as readonly Pod[], { allNamespaces: true, wide: true, now }),
  });
}
