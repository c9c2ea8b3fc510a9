import { setTimeout as sleep } from 'node:timers/promises';
import {
  limitRangeMessage,
  podLimitRangeViolations,
  type QuotaObject,
  quotaMessage,
  quotaUsage,
  quotaViolations,
} from '@kubesem/admission';
import { newPod } from '@kubesem/admission/internal';
import { Random } from '@kubesem/conformance/random';
import type { LimitRange, Pod, ResourceQuota } from '@kubesem/core';
import { quantityFromJSON } from '@kubesem/quantity';
import type { ContainerResources } from '@kubesem/resources';
import { containerResources } from '@kubesem/resources/internal';
import { until } from '../client.js';
import type { Cluster } from '../cluster.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { pod } from '../conformance/templates.js';
import type { ManifestLike } from '../object.js';

/** How many namespaces there are, each with quotas, a LimitRange and objects. */
const NAMESPACES = 12;
const OBJECTS = 30;

/** The status of quotas, and what quotas and LimitRanges reject. */
export const quota: Scenario = {
  name: 'quota',
  about:
    'the status of quotas, the 403 texts of quotas and LimitRanges, amounts that LimitRanges add',
  async run(cluster, found) {
    for (let index = 0; index < NAMESPACES; index++) {
      const random = new Random(600 + index);
      await runNamespace(cluster, found, random, await cluster.api.namespace(`quota-${index}`));
    }
  },
};

async function runNamespace(
  cluster: Cluster,
  found: Findings,
  random: Random,
  namespace: string,
): Promise<void> {
  await createRules(cluster, random, namespace);
  for (let index = 0; index < OBJECTS; index++) {
    await compareCreation(cluster, found, anyObject(random, namespace, index));
  }
  await sleep(1500);
  await compareStatus(cluster, found, namespace);
}

const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  cpu: ['100m', '250m', '1', '1.5', '2000m', '0.1'],
  memory: ['64Mi', '128Mi', '1Gi', '500M', '1e9'],
  'ephemeral-storage': ['1Gi', '2G'],
};

const HARD: Readonly<Record<string, readonly string[]>> = {
  pods: ['3', '10'],
  'count/pods': ['12'],
  'requests.cpu': ['2', '4500m'],
  cpu: ['3'],
  'limits.cpu': ['6'],
  'requests.memory': ['2Gi', '3G'],
  'limits.memory': ['4Gi'],
  services: ['2', '5'],
  'services.nodeports': ['1', '3'],
  configmaps: ['3', '6'],
  'count/configmaps': ['5'],
  secrets: ['4'],
  persistentvolumeclaims: ['2', '4'],
  'requests.storage': ['5Gi', '20Gi'],
  'count/jobs.batch': ['2'],
  'count/deployments.apps': ['1'],
};

const SCOPES = [[], [], [], ['BestEffort'], ['NotBestEffort'], ['Terminating'], ['NotTerminating']];

async function createRules(cluster: Cluster, random: Random, namespace: string): Promise<void> {
  for (let index = 0; index < 1 + random.below(3); index++) {
    const scopes = random.pick(SCOPES);
    const names = Object.keys(HARD).filter((name) => random.percent(35) && isIn(scopes, name));
    const hard = Object.fromEntries(names.map((name) => [name, random.pick(HARD[name] ?? [])]));
    await cluster.api.create({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: `quota-${index}`, namespace },
      spec: { hard: names.length === 0 ? { pods: '8' } : hard, scopes },
    } as object);
  }
  if (random.percent(60)) {
    await cluster.api.create({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'limits', namespace },
      spec: { limits: [limits(random)] },
    } as object);
  }
  await until(`the quotas of ${namespace}`, async () => {
    const all = await quotasOf(cluster, namespace);
    return all.every(({ status }) => status?.used !== undefined);
  });
}

/** The server rejects names that a scope does not cover. */
function isIn(scopes: readonly string[], name: string): boolean {
  const isPods = ['pods', 'requests.cpu', 'cpu', 'limits.cpu', 'requests.memory', 'limits.memory'];
  return (
    scopes.length === 0 || name === 'pods' || (scopes[0] !== 'BestEffort' && isPods.includes(name))
  );
}

function limits(random: Random): object {
  return {
    type: 'Container',
    ...random.maybe(60, () => ({ default: { cpu: '500m', memory: '256Mi' } })),
    ...random.maybe(40, () => ({ defaultRequest: { cpu: '200m' } })),
    ...random.maybe(40, () => ({ max: { cpu: '1', memory: '512Mi' } })),
    ...random.maybe(40, () => ({ min: { cpu: '100m' } })),
    ...random.maybe(20, () => ({ maxLimitRequestRatio: { cpu: '4' } })),
  };
}

function quotasOf(cluster: Cluster, namespace: string): Promise<ResourceQuota[]> {
  return cluster.api.list<ResourceQuota>(`/api/v1/namespaces/${namespace}/resourcequotas`);
}

function anyObject(random: Random, namespace: string, index: number): QuotaObject {
  const metadata = { name: `object-${index}`, namespace };
  const kind = random.pick(['Pod', 'Pod', 'Pod', 'Pod', 'Service', 'ConfigMap', 'Secret', 'Claim']);
  switch (kind) {
    case 'Pod':
      return pod(metadata, {
        containers: ['app', ...random.list(1, () => 'log')].map((name) => ({
          name,
          image: 'app',
          resources: resources(random),
        })),
        activeDeadlineSeconds: random.percent(20) ? 600 : undefined,
      });
    case 'Service':
      return {
        apiVersion: 'v1',
        kind,
        metadata,
        spec: { type: random.pick(['ClusterIP', 'NodePort']), ports: [{ port: 80 }] },
      } as QuotaObject;
    case 'Claim':
      return {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata,
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: random.pick(['1Gi', '3Gi', '4G']) } },
        },
      } as QuotaObject;
    default:
      return { apiVersion: 'v1', kind, metadata };
  }
}

function resources(random: Random): object {
  const list = () =>
    Object.fromEntries(
      Object.entries(AMOUNTS)
        .filter(() => random.percent(60))
        .map(([name, values]) => [name, random.pick(values)]),
    );
  return {
    ...random.maybe(70, () => ({ requests: list() })),
    ...random.maybe(50, () => ({ limits: list() })),
  };
}

/** Creates an object, and compares whether and why it is rejected. */
async function compareCreation(
  cluster: Cluster,
  found: Findings,
  object: QuotaObject,
): Promise<void> {
  const { name, namespace = '' } = object.metadata ?? {};
  const quotas = await quotasOf(cluster, namespace as string);
  const limitRanges = await cluster.api.list<LimitRange>(
    `/api/v1/namespaces/${namespace}/limitranges`,
  );
  const created =
    object.kind === 'Pod' ? newPod(object as Pod, { limitRanges, runtimeClasses: [] }) : undefined;
  const admitted = (created?.pod ?? object) as QuotaObject;
  const bounds = created && boundsMessage(created.pod, limitRanges);
  // Which of several exceeded quotas the server names depends on the order of a map.
  const messages = quotas.map((first) =>
    quotaMessage(quotaViolations([first, ...quotas.filter((each) => each !== first)], admitted)),
  );
  const what = `${namespace}/${name} ${JSON.stringify(object)}`;
  const { value, status } = await cluster.api.attempt(object as ManifestLike);
  if (value !== undefined) {
    found.objects++;
    found.equal(what, undefined, bounds ?? messages[0]);
    if (object.kind === 'Pod') {
      found.equal(`resources of ${what}`, amounts(value as Pod), amounts(admitted as Pod));
    }
  } else if (status?.reason === 'Forbidden') {
    const theirs = status.message?.replace(/^.*? is forbidden: /, '');
    const same = messages.find((message) => message === theirs);
    found.equal(what, theirs, bounds ?? same ?? messages[0]);
  }
}

/** The server reports the first LimitRange that a Pod violates; several messages are in brackets. */
function boundsMessage(object: Pod, limitRanges: readonly LimitRange[]): string | undefined {
  const violations = podLimitRangeViolations(object, { limitRanges });
  const [first] = violations;
  const own = violations.filter(({ limitRange }) => limitRange === first?.limitRange);
  const messages = [...new Set(own.map(limitRangeMessage))];
  return messages.length > 1 ? `[${messages.join(', ')}]` : messages[0];
}

/** The requests and limits of the containers, in their canonical form. */
function amounts(object: Pod): object {
  const canonical = (list: ContainerResources['requests']) =>
    Object.fromEntries(
      Object.entries(list.value).map(([name, amount]) => [name, String(quantityFromJSON(amount))]),
    );
  return containerResources(object).map(({ requests, limits }) => ({
    requests: canonical(requests),
    limits: canonical(limits),
  }));
}

/** What counts under the quotas. */
const COUNTED = [
  ...['pods', 'services', 'configmaps', 'secrets', 'persistentvolumeclaims'].map(
    (plural) => `/api/v1/namespaces/NS/${plural}`,
  ),
  '/apis/batch/v1/namespaces/NS/jobs',
  '/apis/apps/v1/namespaces/NS/deployments',
];

async function compareStatus(cluster: Cluster, found: Findings, namespace: string): Promise<void> {
  const lists = await Promise.all(
    COUNTED.map((path) => cluster.api.list<QuotaObject>(path.replace('NS', namespace))),
  );
  for (const each of await quotasOf(cluster, namespace)) {
    found.objects++;
    const usages = Object.entries(quotaUsage(each, lists.flat(), { now: new Date() }));
    const used = Object.fromEntries(usages.map(([name, usage]) => [name, usage?.used]));
    found.equal(`status of ${namespace}/${each.metadata?.name}`, each.status?.used, used);
  }
}
