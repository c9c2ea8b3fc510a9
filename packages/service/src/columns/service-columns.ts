import { fields, formatAge, type Service, THROW, type Timestamp } from '@kubesem/core';
import { formatServiceSelector } from '@kubesem/selectors';
import { readService, type ServiceFields } from '../fields/service.js';

/** Options of the columns. */
export interface ColumnOptions {
  /** The current time; without it, ages are `<unknown>`. */
  readonly now?: Timestamp | undefined;
  /** Whether the columns are those of `-o wide`; false by default. */
  readonly wide?: boolean | undefined;
}

/** One row of `kubectl get services -o wide`. */
export interface ServiceColumns {
  /** Name of the Service. */
  readonly name: string;
  /** Its type. */
  readonly type: string;
  /** Its first cluster IP; `<none>` without one. */
  readonly clusterIP: string;
  /** Its addresses outside of the cluster; `<pending>` until a load balancer has one. */
  readonly externalIP: string;
  /** Its ports, with their node ports. */
  readonly ports: string;
  /** The time since its creation. */
  readonly age: string;
  /** Its selector; only `-o wide` shows it. */
  readonly selector: string;
}

/** Where kubectl cuts the addresses of a load balancer. */
const BALANCER_WIDTH = 16;

/**
 * Returns the columns that `kubectl get services` prints for a Service.
 *
 * @param service - the Service as it is stored
 * @param options - the current time, and whether the output is wide: kubectl cuts long addresses of load balancers otherwise
 * @returns the text of each column
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { serviceColumns } from '@kubesem/service';
 *
 * const columns = serviceColumns({
 *   metadata: { name: 'web' },
 *   spec: { type: 'NodePort', clusterIPs: ['10.96.0.7'], ports: [{ port: 80, nodePort: 30080 }] },
 * });
 * columns.ports // => '80:30080/TCP'
 * columns.externalIP // => '<none>'
 * columns.selector // => '<none>'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/printers/internalversion` v1.37.1, `printService`.
 */
export function serviceColumns(service: Service, options: ColumnOptions = {}): ServiceColumns {
  const read = readService(service);
  const object = fields(service, THROW);
  const ports = read.ports.map(({ port, nodePort, protocol }) =>
    [port, nodePort > 0 ? `:${nodePort}` : '', '/', protocol || 'TCP'].join(''),
  );
  return {
    name: read.name,
    type: read.type || 'ClusterIP',
    clusterIP: read.clusterIPs[0] ?? '<none>',
    externalIP: externalIPOf(read, options.wide ?? false),
    ports: ports.join(',') || '<none>',
    age: formatAge(object.at('metadata').raw('creationTimestamp'), options.now),
    selector: formatServiceSelector(object.at('spec').raw('selector')),
  };
}

function externalIPOf(fields: ServiceFields, isWide: boolean): string {
  const { externalIPs, externalName } = fields;
  switch (fields.type || 'ClusterIP') {
    case 'ClusterIP':
    case 'NodePort':
      return externalIPs.length > 0 ? externalIPs.join(',') : '<none>';
    case 'LoadBalancer': {
      const balancer = balancerText(fields, isWide);
      const all = [...(balancer === '' ? [] : [balancer]), ...externalIPs];
      return all.length > 0 ? all.join(',') : '<pending>';
    }
    case 'ExternalName':
      return externalName;
    default:
      return '<unknown>';
  }
}

function balancerText({ ingress }: ServiceFields, isWide: boolean): string {
  const addresses = ingress.map(({ ip, hostname }) => ip || hostname || '').filter(Boolean);
  const text = [...new Set(addresses)].sort().join(',');
  return isWide || text.length <= BALANCER_WIDTH ? text : `${text.slice(0, BALANCER_WIDTH - 3)}...`;
}
