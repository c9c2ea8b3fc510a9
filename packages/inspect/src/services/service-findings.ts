import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import { createClusterReader } from '../cluster/cluster.js';
import type { Problem } from '../problem.js';
import { isStored } from '../report/identify.js';
import { serviceReports } from './service-report.js';

/**
 * Finds what is wrong with the endpoints of the stored Services of files.
 *
 * Manifests do not say which Pods run, so there are no findings about them, nor if the files have no Pod with a status.
 */
export class ServiceFindings {
  private readonly reader = createClusterReader();
  private hasStatus = false;

  /** Adds an object if it is about endpoints. */
  add(placed: ManifestObject): void {
    const { kind, object } = placed;
    if (kind === 'Pod') {
      const pod = endpointFields(object);
      this.hasStatus ||= pod.status?.phase !== undefined;
      // There can be many; nothing asks for their places.
      const { line, column } = placed;
      const positionOf = () => ({ line, column });
      this.reader.add({ ...placed, object: pod as JSONObject, positionOf });
    } else if (kind !== 'Service' || isStored(placed)) {
      this.reader.add(placed);
    }
  }

  /** Returns the findings so far. Fields of the wrong type are not among them. */
  problems(): readonly Problem[] {
    if (!this.hasStatus) {
      return [];
    }
    const { services } = serviceReports(this.reader.cluster());
    return services.flatMap(({ problems }) => problems as readonly Problem[]);
  }
}

/** The fields of a Pod that endpoints depend on: a dump has too many Pods to keep them whole. */
function endpointFields({ metadata, spec, status }: JSONObject) {
  const pod = {
    metadata: pick(metadata, ['name', 'namespace', 'uid', 'labels', 'deletionTimestamp']),
    spec: pick(spec, ['nodeName', 'hostname', 'subdomain', 'containers', 'initContainers']),
    status: pick(status, ['phase', 'podIP', 'podIPs', 'conditions']),
  };
  const containers = (field: 'containers' | 'initContainers') => {
    const list = pod.spec?.[field];
    return Array.isArray(list)
      ? list.map((container) => pick(container, ['name', 'restartPolicy', 'ports']))
      : list;
  };
  return pod.spec === undefined
    ? pod
    : {
        ...pod,
        spec: {
          ...pod.spec,
          containers: containers('containers'),
          initContainers: containers('initContainers'),
        },
      };
}

/** Some fields of an object; a value of another type as it is. */
function pick<Field extends string>(
  value: unknown,
  fields: readonly Field[],
): { readonly [field in Field]?: unknown } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value as undefined;
  }
  const object = value as { readonly [field in Field]?: unknown };
  return Object.fromEntries(fields.map((field) => [field, object[field]])) as typeof object;
}
