import type { Container, Pod } from '@kubesem/core';
import { POD, SERVICE } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import { ClusterReader } from '@kubesem/manifests/cluster';
import { NETWORK_KINDS, networkCluster } from '../cluster/network-cluster.js';
import type { Problem } from '../problem.js';
import { identify, isStored } from '../report/identify.js';
import { serviceReports } from './service-report.js';

/**
 * Finds what is wrong with the endpoints of the stored Services of files.
 *
 * Manifests do not say which Pods run, so there are no findings about them, nor if the files have no Pod with a status.
 */
export class ServiceFindings {
  private readonly reader = new ClusterReader({
    kinds: NETWORK_KINDS,
    keep: keptOf,
  });
  private hasServices = false;
  private hasStatus = false;
  /** The Services that manifests change: what is stored does not stay. */
  private readonly changed = new Set<string>();

  /** Adds an object if it is about endpoints. */
  add(placed: ManifestObject): void {
    const { kind, object } = placed;
    if (kind === SERVICE.kind) {
      if (!isStored(placed)) {
        const { namespace, name } = identify(placed).identity;
        this.changed.add(JSON.stringify([namespace, name]));
        return;
      }
      this.hasServices = true;
    }
    this.hasStatus ||= kind === POD.kind && (object as Pod).status?.phase !== undefined;
    this.reader.add(placed);
  }

  /** Returns the findings so far. */
  problems(): readonly Problem[] {
    if (!this.hasServices || !this.hasStatus) {
      return [];
    }
    const { services } = serviceReports(networkCluster(this.reader.read()));
    return services
      .filter(({ namespace, name }) => !this.changed.has(JSON.stringify([namespace, name])))
      .flatMap(({ problems }) => problems as readonly Problem[]);
  }
}

/** Of Pods, the fields that endpoints depend on: a dump has too many to keep them whole. */
function keptOf({ kind, object }: ManifestObject): object {
  return kind === POD.kind ? endpointFields(object as Pod) : object;
}

function endpointFields({ metadata, spec, status }: Pod): Pod {
  const { name, namespace, uid, labels, deletionTimestamp } = metadata ?? {};
  const { nodeName, hostname, subdomain } = spec ?? {};
  const { phase, podIP, podIPs } = status ?? {};
  const ready = status?.conditions?.find((condition) => condition?.type === 'Ready');
  return {
    metadata: { name, namespace, uid, labels, deletionTimestamp },
    spec: {
      nodeName,
      hostname,
      subdomain,
      containers: portsOf(spec?.containers),
      initContainers: portsOf(spec?.initContainers),
    },
    status: {
      phase,
      podIP,
      podIPs,
      conditions: ready && [{ type: 'Ready', status: ready.status }],
    },
  };
}

/** The containers that have ports; most have none. */
function portsOf(containers: readonly Container[] | null | undefined): Container[] | undefined {
  const found = containers?.filter((container) => container?.ports?.length);
  return found?.length
    ? found.map(({ name, restartPolicy, ports }) => ({ name, restartPolicy, ports }))
    : undefined;
}
