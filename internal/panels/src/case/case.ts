import { type ClusterLists, type ClusterObjects } from '@kubesem/core';
import { clusterLists } from '@kubesem/core/internal';
import {
  CONFIG_MAP,
  DAEMON_SET,
  DEPLOYMENT,
  FLOW_SCHEMA,
  JOB,
  type Kind,
  NODE,
  POD,
  POD_DISRUPTION_BUDGET,
  PRIORITY_LEVEL_CONFIGURATION,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  SECRET,
  SERVICE,
  STATEFUL_SET,
} from '@kubesem/core/kinds';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import {
  createImageCredentials,
  createInspection,
  type InspectionMemory,
  type InspectReport,
  NETWORK_KINDS,
  type NetworkCluster,
  networkCluster,
  type Problem,
} from '@kubesem/inspect';
import type { ManifestObject, ManifestProblem } from '@kubesem/manifests';
import { ClusterReader } from '@kubesem/manifests/cluster';

const REGISTRY_TYPES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'kubernetes.io/dockerconfigjson',
  'kubernetes.io/dockercfg',
]);

/** The kinds that the panels read from a cluster, besides those of the network. */
const KINDS: readonly Kind[] = [
  POD,
  NODE,
  SERVICE,
  CONFIG_MAP,
  SECRET,
  POD_DISRUPTION_BUDGET,
  DEPLOYMENT,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  STATEFUL_SET,
  DAEMON_SET,
  JOB,
  FLOW_SCHEMA,
  PRIORITY_LEVEL_CONFIGURATION,
];

/** What the panels show: the API objects of a text or of dumps, and what is wrong with the text. */
export class Case {
  private readonly byType = new Map<string, ManifestObject[]>();
  private readonly byKey = new Map<string, unknown>();

  /**
   * @param objects - the objects, in the order of the files
   * @param fileProblems - problems of the files
   * @param memory - what is known about objects that were in the case before
   */
  constructor(
    readonly objects: readonly ManifestObject[],
    readonly fileProblems: readonly ManifestProblem[] = [],
    private readonly memory?: InspectionMemory,
  ) {
    for (const object of objects) {
      const type = `${object.apiVersion} ${object.kind}`;
      const list = this.byType.get(type);
      if (list === undefined) {
        this.byType.set(type, [object]);
      } else {
        list.push(object);
      }
    }
  }

  /** The objects of a type, such as `v1 Pod`, with their places. */
  placed(type: string): readonly ManifestObject[] {
    return this.byType.get(type) ?? [];
  }

  /** The objects of a type. */
  list<T>(type: string): readonly T[] {
    return this.placed(type).map(({ object }) => object as T);
  }

  /** How many objects there are of some types. */
  count(...types: readonly string[]): number {
    return types.reduce((sum, type) => sum + this.placed(type).length, 0);
  }

  /** Computes something once. */
  once<T>(key: string, compute: () => T): T {
    if (!this.byKey.has(key)) {
      this.byKey.set(key, compute());
    }
    return this.byKey.get(key) as T;
  }

  /** The report on all objects. */
  get report(): InspectReport {
    return this.once('report', () => {
      const credentials = this.hasRegistryCredentials ? createImageCredentials() : undefined;
      const inspection = createInspection({ credentials, memory: this.memory });
      this.fileProblems.forEach(inspection.addProblem);
      this.objects.forEach(inspection.add);
      return inspection.report();
    });
  }

  /** The lists of the objects; one without objects is absent, apart from those that every area can be without. */
  get cluster(): ClusterObjects & ClusterLists<'nodes' | 'pods' | 'podDisruptionBudgets'> {
    return this.once('cluster', () => {
      const reader = new ClusterReader({ kinds: KINDS, keep: ({ object }) => object });
      this.objects.forEach(reader.add);
      const { cluster } = reader.read();
      return { ...cluster, ...clusterLists(cluster, 'nodes', 'pods', 'podDisruptionBudgets') };
    });
  }

  /** The Services, EndpointSlices, Pods, nodes and namespaces. */
  get network(): NetworkCluster {
    return this.once('network', () => {
      const reader = new ClusterReader({ kinds: NETWORK_KINDS, types: BUILT_IN_TYPES });
      this.objects.forEach(reader.add);
      return networkCluster(reader.read());
    });
  }

  /** All that is wrong, by place. */
  get problems(): readonly Problem[] {
    return this.once('problems', () => {
      const { objects, problems } = this.report;
      const all = [...problems, ...objects.flatMap((object) => object.problems)];
      return all.sort((a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column);
    });
  }

  /** Whether there are Secrets with registry credentials. */
  get hasRegistryCredentials(): boolean {
    return (this.cluster.secrets ?? []).some(({ type }) => REGISTRY_TYPES.has(type ?? ''));
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
