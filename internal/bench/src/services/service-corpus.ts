import type { Node, Pod, Service } from '@kubesem/core';

/** Number of Services. */
export const SERVICES = 10_000;

const PODS_PER_SERVICE = 15;
const NODES = 5000;
const NAMESPACES = 20;
const ZONES = 3;

/** Services and nodes; {@link servicePods} are their Pods. */
export interface ServiceObjects {
  /** Services with two ports, one of them named. */
  readonly services: readonly Service[];
  /** Nodes in three zones. */
  readonly nodes: readonly Node[];
}

const namesOf = (service: number) => ({
  namespace: `team-${service % NAMESPACES}`,
  app: `app-${service}`,
});

/**
 * Generates Services and nodes, the same in every run.
 *
 * @param count - number of Services
 * @returns the objects, as the API server stores them
 */
export function serviceObjects(count: number): ServiceObjects {
  return {
    services: Array.from({ length: count }, (_, index) => {
      const { namespace, app } = namesOf(index);
      return {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: app, namespace, uid: `service-${index}` },
        spec: {
          selector: { app },
          clusterIP: '10.96.0.7',
          ipFamilies: ['IPv4'],
          ports: [
            { name: 'http', port: 80, protocol: 'TCP', targetPort: 'http' },
            { name: 'metrics', port: 9090, protocol: 'TCP', targetPort: 9090 },
          ],
        },
      };
    }),
    nodes: Array.from({ length: NODES }, (_, index) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name: `node-${index}`,
        labels: { 'topology.kubernetes.io/zone': `zone-${index % ZONES}` },
      },
      status: {
        allocatable: { cpu: '31850m' },
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    })),
  };
}

/**
 * Generates 15 Pods for each Service, the same in every run; one in fifteen is not ready.
 *
 * @param count - number of Services
 * @returns the Pods, as the API server stores them
 */
export function* servicePods(count: number): Generator<Pod> {
  for (let index = 0; index < count * PODS_PER_SERVICE; index++) {
    const { namespace, app } = namesOf(Math.floor(index / PODS_PER_SERVICE));
    const ip = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
    const status = index % PODS_PER_SERVICE === 0 ? 'False' : 'True';
    yield {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${app}-${index}`,
        namespace,
        uid: `pod-${index}`,
        labels: { app, 'pod-template-hash': '5d4f8c7b9' },
      },
      spec: {
        nodeName: `node-${index % NODES}`,
        containers: [
          { name: 'app', ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }] },
        ],
      },
      status: {
        phase: 'Running',
        podIP: ip,
        podIPs: [{ ip }],
        conditions: [{ type: 'Ready', status }],
      },
    };
  }
}
