import {
  type EndpointSlice,
  type EndpointSubset,
  type Endpoints,
  formatAge,
  type Service,
  type Timestamp,
} from '@kubesem/core';
import { type Fields, fields, THROW } from '@kubesem/core/internal';
import { formatServiceSelector } from '@kubesem/selectors';
import { readService, type ServiceFields } from './fields.js';

/** Options of the columns. */
export interface ColumnOptions {
  /** The current time; without it, ages are `<unknown>`. */
  readonly now?: Timestamp | undefined;
  /** Whether the columns are those of `-o wide`; false by default. */
  readonly wide?: boolean | undefined;
}

/** One row of `kubectl get services -o wide`. */
export interface ServiceRow {
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
 * import { serviceRow } from '@kubesem/service';
 *
 * const columns = serviceRow({
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
export function serviceRow(service: Service, options: ColumnOptions = {}): ServiceRow {
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

/** How many entries kubectl lists. */
const LISTED = 3;

/** One row of `kubectl get endpointslices`. */
export interface EndpointSliceRow {
  /** Name of the slice. */
  readonly name: string;
  /** Type of its addresses. */
  readonly addressType: string;
  /** Its first ports: numbers, or names without a number. */
  readonly ports: string;
  /** Its first addresses. */
  readonly endpoints: string;
  /** The time since its creation. */
  readonly age: string;
}

/** One row of `kubectl get endpoints`. */
export interface EndpointsRow {
  /** Name of the object, which is that of the Service. */
  readonly name: string;
  /** Its first ready addresses with their ports. */
  readonly endpoints: string;
  /** The time since its creation. */
  readonly age: string;
}

/**
 * Returns the columns that `kubectl get endpointslices` prints for an EndpointSlice.
 *
 * kubectl counts addresses, not endpoints, and lists them whether or not they are ready.
 *
 * @param slice - the EndpointSlice as it is stored
 * @param options - the current time
 * @returns the text of each column
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { endpointSliceRow } from '@kubesem/service';
 *
 * const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'];
 * const endpoints = addresses.map((address) => ({ addresses: [address] }));
 * const columns = endpointSliceRow({ addressType: 'IPv4', endpoints, ports: [{ port: 80 }] });
 * columns.endpoints // => '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...'
 * columns.ports // => '80'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/printers/internalversion` v1.37.1, `printEndpointSlice`.
 */
export function endpointSliceRow(
  slice: EndpointSlice,
  options: ColumnOptions = {},
): EndpointSliceRow {
  const object = fields(slice, THROW);
  const metadata = object.at('metadata');
  const addresses = object.each('endpoints', (endpoint) => endpoint.texts('addresses')).flat();
  const ports = object.each('ports', (port) => {
    const name = port.text('name');
    return String(port.integer('port') ?? name);
  });
  return {
    name: metadata.text('name'),
    addressType: object.text('addressType'),
    ports: shortList(ports) || '<unset>',
    endpoints: shortList(addresses) || '<unset>',
    age: formatAge(metadata.raw('creationTimestamp'), options.now),
  };
}

/**
 * Returns the columns that `kubectl get endpoints` prints for an Endpoints object.
 *
 * @param endpoints - the Endpoints as they are stored
 * @param options - the current time
 * @returns the text of each column
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { endpointsRow } from '@kubesem/service';
 *
 * const subset = { addresses: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }], ports: [{ port: 80 }] };
 * endpointsRow({ subsets: [subset] }).endpoints // => '10.0.0.1:80,[fd00::1]:80'
 * endpointsRow({}).endpoints // => '<none>'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/printers/internalversion` v1.37.1, `printEndpoints`.
 */
export function endpointsRow(endpoints: Endpoints, options: ColumnOptions = {}): EndpointsRow {
  const object = fields(endpoints, THROW);
  const metadata = object.at('metadata');
  const subsets = object.each('subsets', hostPorts);
  return {
    name: metadata.text('name'),
    endpoints: subsets.length === 0 ? '<none>' : shortList(subsets.flat()),
    age: formatAge(metadata.raw('creationTimestamp'), options.now),
  };
}

/** The ready addresses with each port; without ports, the addresses alone. */
function hostPorts(subset: Fields<EndpointSubset>): readonly string[] {
  const ips = subset.each('addresses', (address) => address.text('ip'));
  const ports = subset.each('ports', (port) => port.integer('port') ?? 0);
  return ports.length === 0
    ? ips
    : ports.flatMap((port) => ips.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`));
}

/** Lists the first three, and counts the others. */
function shortList(list: readonly string[]): string {
  const more = list.length - LISTED;
  const text = list.slice(0, LISTED).join(',');
  return more > 0 ? `${text} + ${more} more...` : text;
}
