import { Random } from '@kubesem/conformance/random';
import { formatTable, type Service } from '@kubesem/core';
import { serviceRow } from '@kubesem/service';
import { completeService, validateService } from '@kubesem/validation/service';
import type { Status } from '../client.js';
import type { Cluster } from '../cluster.js';
import { causesOf, problemsOf } from '../conformance/causes.js';
import { generated } from '../conformance/generated.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { compareTable } from '../conformance/table.js';
import type { ManifestLike } from '../object.js';

/** The range of addresses of the cluster. */
const RANGES = { clusterIpRanges: ['10.96.0.0/12'] };

const FIRST_PORT = 30_000;
const LAST_PORT = 32_767;

/** How many Services are created. */
const COUNT = 800;

/** Addresses, ports and rejections of Services, and `kubectl get services`. */
export const services: Scenario = {
  name: 'services',
  about: 'Services as they are stored, rejections, `kubectl get services`',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('services');
    const random = new Random(4);
    const accepted: Written[] = [];
    for (let index = 0; index < COUNT; index++) {
      const { service } = generated(random, 'service.create');
      const written = named(service as Service, namespace, index);
      if (await compareService(cluster, found, written)) {
        accepted.push(written);
      }
    }
    for (const service of accepted) {
      // Two of them can ask for the same port.
      await cluster.api.attempt(service);
    }
    for (const wide of [false, true]) {
      await compareTable(cluster, found, {
        args: ['get', 'services', '-n', namespace, ...(wide ? ['-o', 'wide'] : [])],
        path: `/api/v1/namespaces/${namespace}/services`,
        ours: (objects, now) => serviceTable(objects as readonly Service[], wide, now),
      });
    }
  },
};

function serviceTable(all: readonly Service[], wide: boolean, now: string): string {
  const headings = ['Name', 'Type', 'Cluster-IP', 'External-IP', 'Port(s)', 'Age'];
  const rows = all.map((service) => {
    const row = serviceRow(service, { now, wide });
    const cells = [row.name, row.type, row.clusterIP, row.externalIP, row.ports, row.age];
    return wide ? [...cells, row.selector] : cells;
  });
  return formatTable(wide ? [...headings, 'Selector'] : headings, rows);
}

type Written = Service & ManifestLike;

/** A Service with a name: the server cannot store the address that it has drawn for one without, and quotes it in its message. */
function named(service: Service, namespace: string, index: number): Written {
  const { name } = service.metadata ?? {};
  const isFree = name !== 'web' && !!name;
  return {
    ...service,
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...service.metadata, name: isFree ? name : `web-${index}`, namespace },
  };
}

/** Compares a Service with what a dry run answers, so that no port is taken; returns whether the server accepts it. */
async function compareService(
  cluster: Cluster,
  found: Findings,
  service: Written,
): Promise<boolean> {
  const what = `Service ${JSON.stringify(service)}`;
  const problems = validateService(service, RANGES);
  const { value, status } = await cluster.api.attempt<Written>(service, '?dryRun=All');
  if (isArtefact(service, status)) {
    return false;
  }
  if (value !== undefined) {
    found.objects++;
    found.equal(what, [], problemsOf(problems));
    const { service: ours } = completeService(service, RANGES);
    found.equal(what, withoutDrawn(value, ours), withoutDrawn(ours, ours));
  } else if (status?.reason === 'Invalid') {
    // What the server cannot decode it does not validate, and it can fail without naming a field.
    found.objects++;
    found.equal(what, causesOf(status), problemsOf(problems));
  }
  return value !== undefined;
}

/** A dry run accepts ports outside of the range, and draws ports that others ask for, which no real request does. */
function isArtefact({ spec }: Service, status: Status | undefined): boolean {
  const asked = spec?.ports?.map((port) => port?.nodePort || FIRST_PORT) ?? [];
  const isTaken = JSON.stringify(status?.details ?? '').includes('already allocated');
  return isTaken || asked.some((port) => port < FIRST_PORT || port > LAST_PORT);
}

/** The spec without addresses and ports that the server draws. */
function withoutDrawn(service: Service, ours: Service): object {
  const { clusterIP, clusterIPs, ports, healthCheckNodePort, ...spec } = service.spec ?? {};
  const drawn = ours.spec;
  return {
    ...spec,
    clusterIPs: drawn?.clusterIPs?.length ? clusterIPs : undefined,
    healthCheckNodePort: drawn?.healthCheckNodePort ? healthCheckNodePort : undefined,
    ports: ports?.map((port, index) => {
      const { nodePort, ...rest } = port ?? {};
      return drawn?.ports?.[index]?.nodePort ? { ...rest, nodePort } : rest;
    }),
  };
}
