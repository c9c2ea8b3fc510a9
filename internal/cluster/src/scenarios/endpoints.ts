import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@kubesem/conformance/random';
import {
  clusterFrom,
  type EndpointSlice,
  type Endpoints,
  type Pod,
  type Service,
} from '@kubesem/core';
import { SERVICE_NAME_LABEL } from '@kubesem/core/internal';
import {
  createEndpointSlices,
  createEndpoints,
  endpointSlicePlan,
  mirroredEndpoints,
} from '@kubesem/service';
import type { Cluster } from '../cluster.js';
import { unordered } from '../conformance/data.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { pod } from '../conformance/templates.js';

const APPS = ['web', 'api', 'db', 'none'];
const LIVES = [{}, {}, { 'ready-after': 'never' }, { 'end-after': 'never' }, { 'exit-code': '0' }];

/** EndpointSlices and Endpoints as the controllers have written them. */
export const endpoints: Scenario = {
  name: 'endpoints',
  about: 'EndpointSlices, Endpoints and mirrored EndpointSlices as the controllers write them',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('endpoints');
    const random = new Random(5);
    await createPods(cluster, random, namespace);
    await createServices(cluster, random, namespace);
    await writeEndpoints(cluster, random, namespace);
    await sleep(6000);
    const stored = await dump(cluster, namespace);
    const { pods, services, endpointSlices } = stored;
    found.objects += pods.length + services.length + endpointSlices.length;
    for (const service of services) {
      compareSlices(found, service, stored);
      compareEndpoints(found, service, stored);
    }
    for (const each of stored.endpoints) {
      compareMirrored(found, each, stored);
    }
  },
};

async function createPods(cluster: Cluster, random: Random, namespace: string): Promise<void> {
  for (let index = 0; index < 60; index++) {
    const life = random.pick(LIVES);
    const named = [{ name: 'http', containerPort: random.pick([8080, 9090]) }];
    const object = pod(
      { name: `pod-${index}`, namespace, labels: { app: random.pick(APPS) } },
      {
        restartPolicy: random.pick(['Always', 'Never']),
        containers: [
          { name: 'app', image: 'app', ...(random.percent(60) ? { ports: named } : {}) },
        ],
        hostNetwork: random.percent(5) || undefined,
        ...(random.percent(20) ? { hostname: `host-${index}`, subdomain: 'web-0' } : {}),
      },
      life,
    );
    await cluster.api.create(object);
  }
  await sleep(2000);
  for (const each of await cluster.api.list<Pod>(`/api/v1/namespaces/${namespace}/pods`)) {
    if (each.metadata?.annotations?.['cluster.kubesem/end-after'] === 'never') {
      await cluster.api.delete(each as ReturnType<typeof pod>);
    }
  }
}

async function createServices(cluster: Cluster, random: Random, namespace: string): Promise<void> {
  for (let index = 0; index < 40; index++) {
    const isHeadless = random.percent(25);
    const targets = ['http', 8080, 'absent'];
    const ports = Array.from(
      { length: isHeadless ? random.below(3) : 1 + random.below(2) },
      (_, n) => ({
        name: `port-${n}`,
        port: 80 + n,
        targetPort: random.pick(targets),
        ...(random.percent(20) ? { appProtocol: 'http' } : {}),
      }),
    );
    await cluster.api.create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: `web-${index}`, namespace, labels: { team: random.pick(['a', 'b']) } },
      spec: {
        ...(random.percent(85) ? { selector: { app: random.pick(APPS) } } : {}),
        ...(isHeadless ? { clusterIP: 'None' } : {}),
        ports,
        publishNotReadyAddresses: random.percent(25),
        ...(random.percent(20) ? { trafficDistribution: 'PreferSameZone' } : {}),
      },
    } as object);
  }
}

/** Endpoints that users write, for Services without a selector and for none. */
async function writeEndpoints(cluster: Cluster, random: Random, namespace: string): Promise<void> {
  for (let index = 0; index < 15; index++) {
    const name = `db-${index}`;
    if (random.percent(85)) {
      await cluster.api.create({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name, namespace },
        spec: { ports: [{ port: 5432 }] },
      } as object);
    }
    const address = (family: number) =>
      random.percent(75) ? { ip: `192.0.2.${family + 1}` } : { ip: `2001:db8::${family + 1}` };
    const subset = () => ({
      addresses: Array.from({ length: 1 + random.below(4) }, (_, n) => address(n)),
      ...(random.percent(40) ? { notReadyAddresses: [address(20 + random.below(9))] } : {}),
      ports: [{ name: 'sql', port: random.pick([5432, 5433]) }],
    });
    await cluster.api.create({
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: {
        name,
        namespace,
        labels: random.percent(15) ? { 'endpointslice.kubernetes.io/skip-mirror': 'true' } : {},
        annotations: { note: 'a' },
      },
      subsets: Array.from({ length: 1 + random.below(2) }, subset),
    } as object);
  }
}

async function dump(cluster: Cluster, namespace: string) {
  const inNamespace = ['pods', 'services', 'endpoints'].map(
    (plural) => `/api/v1/namespaces/${namespace}/${plural}`,
  );
  const paths = [
    ...inNamespace,
    `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`,
    '/api/v1/nodes',
  ];
  const lists = await Promise.all(paths.map((path) => cluster.api.list<object>(path)));
  return clusterFrom(lists.flat(), {
    complete: ['pods', 'nodes', 'services', 'endpoints', 'endpointSlices'],
  });
}

type Dump = Awaited<ReturnType<typeof dump>>;

/** The slices of a controller for a Service, without names and times. */
function slicesOf(stored: Dump, name: string, manager: string): readonly object[] {
  const own = stored.endpointSlices.filter(({ metadata }) => {
    const { [SERVICE_NAME_LABEL]: service, [MANAGED_BY]: by } = metadata?.labels ?? {};
    return service === name && by === manager;
  });
  return unordered(own.map(comparable));
}

function comparable({ metadata, endpoints: all, ports, addressType }: EndpointSlice): object {
  const { labels, annotations, ownerReferences } = metadata ?? {};
  const { 'endpoints.kubernetes.io/last-change-trigger-time': _, ...kept } = annotations ?? {};
  return {
    addressType,
    labels,
    annotations: kept,
    ownerReferences,
    ports,
    // The controller takes endpoints from a Go map.
    endpoints: unordered(all ?? []),
  };
}

const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const SLICES = 'endpointslice-controller.k8s.io';
const MIRROR = 'endpointslicemirroring-controller.k8s.io';

function compareSlices(found: Findings, service: Service, stored: Dump): void {
  const { pods, nodes, endpointSlices } = stored;
  const name = service.metadata?.name ?? '';
  const fresh = createEndpointSlices(service, { pods, nodes });
  found.equal(
    `EndpointSlices of ${name}`,
    slicesOf(stored, name, SLICES),
    unordered(fresh.map(comparable)),
  );
  const again = endpointSlicePlan(service, { pods, nodes, endpointSlices });
  const changes = [...again.create, ...again.update, ...again.delete];
  found.equal(`EndpointSlices of ${name} are up to date`, 0, changes.length);
}

function compareEndpoints(found: Findings, service: Service, stored: Dump): void {
  const name = service.metadata?.name ?? '';
  const ours = createEndpoints(service, { pods: stored.pods });
  if (ours === undefined) {
    return;
  }
  const theirs = stored.endpoints.find(({ metadata }) => metadata?.name === name);
  const facts = (each: Endpoints | undefined) => ({
    labels: each?.metadata?.labels,
    subsets: each?.subsets ?? [],
  });
  found.equal(`Endpoints of ${name}`, facts(theirs), facts(ours));
}

function compareMirrored(found: Findings, object: Endpoints, stored: Dump): void {
  const name = object.metadata?.name ?? '';
  const service = stored.services.find(({ metadata }) => metadata?.name === name);
  const { create, unmirrored } = mirroredEndpoints(service, object, { endpointSlices: [] });
  const ours = unmirrored === undefined ? unordered(create.map(comparable)) : [];
  found.equal(`mirrored EndpointSlices of ${name}`, slicesOf(stored, name, MIRROR), ours);
}
