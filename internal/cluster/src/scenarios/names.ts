import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectMeta, Pod } from '@kubesem/core';
import { claimNames, generatedNamePrefix, podNames } from '@kubesem/workloads';
import type { Cluster } from '../cluster.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { template } from '../conformance/templates.js';

/** Length of the longest name of a StatefulSet whose Pods can be created. */
const LONGEST_SET = 52;
const LENGTHS = [3, 40, 51, 52, 57, 58, 59, 63];

/** Names of the Pods of each kind of controller, and of the claims of StatefulSets. */
export const names: Scenario = {
  name: 'names',
  about: 'names of the Pods of controllers, and of claims',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('names');
    for (const length of LENGTHS) {
      for (const dots of [false, true]) {
        const name = `${dots ? 'a.b' : 'app'}${'x'.repeat(length)}`.slice(0, length);
        await createAll(cluster, namespace, name);
      }
    }
    await sleep(5000);
    await compareNames(cluster, found, namespace);
  },
};

const KINDS = ['ReplicaSet', 'DaemonSet', 'Deployment'];

async function createAll(cluster: Cluster, namespace: string, name: string): Promise<void> {
  const app = `a${name.length}${name.includes('.') ? 'd' : ''}`;
  const spec = { selector: { matchLabels: { app } }, template: template(app) };
  for (const kind of KINDS) {
    await cluster.api.create({
      apiVersion: 'apps/v1',
      kind,
      metadata: { name, namespace },
      spec: { ...spec, selector: { matchLabels: { app, kind } }, template: labelled(app, kind) },
    } as object);
  }
  const ends = template(app, { restartPolicy: 'Never' }, { 'exit-code': '0', 'exit-after': '60s' });
  for (const completionMode of ['Indexed', 'NonIndexed']) {
    const suffix = completionMode === 'Indexed' ? '-i' : '-n';
    const metadata = { name: name.slice(0, 60).replace(/..$/, suffix), namespace };
    const job = { completions: 2, parallelism: 2, completionMode, template: ends };
    // The server rejects names of Indexed Jobs that are too long for host names.
    await cluster.api.attempt({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata,
      spec: job,
    } as object);
  }
  const volumeClaimTemplates = [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ];
  // The label with the revision would be too long, and so no Pod is stored.
  if (name.length > LONGEST_SET) {
    return;
  }
  await cluster.api.attempt({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: { app, kind: 'StatefulSet' } },
      template: labelled(app, 'StatefulSet'),
      replicas: 2,
      podManagementPolicy: 'Parallel',
      ordinals: { start: name.length % 3 },
      volumeClaimTemplates,
    },
  } as object);
}

function labelled(app: string, kind: string): object {
  const { metadata, ...rest } = template(app);
  return { ...rest, metadata: { ...metadata, labels: { app, kind } } };
}

async function compareNames(cluster: Cluster, found: Findings, namespace: string): Promise<void> {
  const pods = await cluster.api.list<Pod>(`/api/v1/namespaces/${namespace}/pods`);
  found.objects += pods.length;
  for (const { metadata } of pods) {
    const [owner] = metadata?.ownerReferences ?? [];
    if (owner?.kind === 'StatefulSet') {
      continue;
    }
    const index = metadata?.annotations?.['batch.kubernetes.io/job-completion-index'];
    const prefix = generatedNamePrefix(
      owner?.name ?? '',
      index === undefined ? {} : { index: Number(index) },
    );
    found.equal(`Pods of ${owner?.kind} ${owner?.name}`, metadata?.name?.slice(0, -5), prefix);
  }
  const named = (all: readonly { readonly metadata?: ObjectMeta | null | undefined }[]) =>
    all.map(({ metadata }) => metadata?.name);
  const claims = named(
    await cluster.api.list<Pod>(`/api/v1/namespaces/${namespace}/persistentvolumeclaims`),
  );
  const sets = await cluster.api.list<object>(`/apis/apps/v1/namespaces/${namespace}/statefulsets`);
  for (const set of sets) {
    const { uid, name } = (set as Pod).metadata ?? {};
    const own = pods.filter((each) => each.metadata?.ownerReferences?.[0]?.uid === uid);
    found.equal(`Pods of StatefulSet ${name}`, named(own).sort(), [...podNames(set)].sort());
    const wanted = claimNames(set).flatMap((each) => each.claims);
    found.equal(
      `claims of ${name}`,
      wanted,
      wanted.filter((each) => claims.includes(each)),
    );
  }
}
