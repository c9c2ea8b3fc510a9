import { objectNamespace, type Service, type ServiceSpec } from '@kubesem/core';
import { type Fields, openAll, THROW } from '@kubesem/core/internal';

/** The namespace and the name of an object. */
export interface ObjectName {
  /** Its namespace. */
  readonly namespace: string;
  /** Its name. */
  readonly name: string;
}

/** An environment variable that a Service adds to containers. */
export interface ServiceVariable {
  /** Name of the variable. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
  /** The Service. */
  readonly service: ObjectName;
}

/** A variable that several Services set to different values. The kubelet picks one at random. */
export interface ServiceVariableConflict {
  /** Name of the variable. */
  readonly name: string;
  /** Each value with its Service, by name of the Service. */
  readonly candidates: readonly ServiceVariable[];
}

/** Which containers get the variables. */
export interface ServiceVariablesOptions {
  /** Namespace of the Pod. */
  readonly namespace: string;
  /** `spec.enableServiceLinks` of the Pod; true by default. */
  readonly enableServiceLinks?: boolean | undefined;
}

/** The variables of Services. */
export interface ServiceVariables {
  /** One for each name, sorted by name. In a conflict, the last of the candidates. */
  readonly variables: readonly ServiceVariable[];
  /** The variables that several Services define. */
  readonly conflicts: readonly ServiceVariableConflict[];
}

/**
 * Computes the environment variables that Services add to the containers of a namespace.
 *
 * Each Service with a cluster IP adds `NAME_SERVICE_HOST`, `NAME_SERVICE_PORT` and variables for each port. The Service
 * `kubernetes` in `default` adds them to all Pods, even without Service links.
 *
 * @param services - Services of all namespaces
 * @param options - namespace of the Pod, and whether it has Service links
 * @returns the variables, and those that several Services define
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type; its segments start with the index of
 * the Service
 *
 * @example
 * ```ts
 * import { serviceVariables } from '@kubesem/config';
 *
 * const web = { metadata: { namespace: 'shop', name: 'web' }, spec: { clusterIP: '10.0.0.7', ports: [{ port: 80 }] } };
 * const { variables } = serviceVariables([web], { namespace: 'shop' });
 * variables.map(({ name, value }) => `${name}=${value}`) // => [
 * //   'WEB_PORT=tcp://10.0.0.7:80',
 * //   'WEB_PORT_80_TCP=tcp://10.0.0.7:80',
 * //   'WEB_PORT_80_TCP_ADDR=10.0.0.7',
 * //   'WEB_PORT_80_TCP_PORT=80',
 * //   'WEB_PORT_80_TCP_PROTO=tcp',
 * //   'WEB_SERVICE_HOST=10.0.0.7',
 * //   'WEB_SERVICE_PORT=80',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/envvars` v1.37.1, `FromServices`; `k8s.io/kubernetes/pkg/kubelet` v1.37.1,
 * `getServiceEnvVarMap`.
 */
export function serviceVariables(
  services: readonly Service[],
  options: ServiceVariablesOptions,
): ServiceVariables {
  const byName = new Map<string, Map<string, ServiceVariable>>();
  for (const service of visibleServices(services, options)) {
    const reference = { namespace: service.namespace, name: service.name };
    for (const [variable, value] of new Map(variablesOf(service))) {
      const values = byName.get(variable) ?? new Map<string, ServiceVariable>();
      byName.set(variable, values);
      // Deleted first, so that the last Service comes last.
      values.delete(value);
      values.set(value, { name: variable, value, service: reference });
    }
  }
  const sorted = [...byName].sort(byKey).map(([name, values]) => ({
    name,
    candidates: [...values.values()],
  }));
  return {
    variables: sorted.map(({ candidates }) => candidates[candidates.length - 1] as ServiceVariable),
    conflicts: sorted.filter(({ candidates }) => candidates.length > 1),
  };
}

/** Orders entries by their keys. */
export function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** What variables need of a Service with a cluster IP. */
interface VisibleService extends ObjectName {
  readonly address: string;
  readonly spec: Fields<ServiceSpec>;
}

/** The Services that Pods of a namespace know, by name. */
function visibleServices(
  services: readonly Service[],
  { namespace, enableServiceLinks = true }: ServiceVariablesOptions,
): readonly VisibleService[] {
  const visible = new Map<string, VisibleService>();
  for (const service of openAll(services, THROW)) {
    const name = service.at('metadata').text('name');
    const spec = service.at('spec');
    const address = spec.text('clusterIP');
    if (address === '' || address === 'None') {
      continue;
    }
    const own = objectNamespace(service.value);
    const found = { name, namespace: own, address, spec };
    if (own === 'default' && name === 'kubernetes') {
      visible.set(name, visible.get(name) ?? found);
    } else if (own === namespace && enableServiceLinks) {
      visible.set(name, found);
    }
  }
  return [...visible].sort(byKey).map(([, service]) => service);
}

function* variablesOf({
  name,
  address,
  spec,
}: VisibleService): Generator<readonly [string, string]> {
  const prefix = variableName(name);
  yield [`${prefix}_SERVICE_HOST`, address];
  const ports = spec.each('ports', (port) => ({
    name: port.text('name'),
    port: `${port.integer('port') ?? 0}`,
    protocol: port.text('protocol') || 'TCP',
  }));
  for (const [index, port] of ports.entries()) {
    if (index === 0) {
      yield [`${prefix}_SERVICE_PORT`, port.port];
    }
    if (port.name !== '') {
      yield [`${prefix}_SERVICE_PORT_${variableName(port.name)}`, port.port];
    }
  }
  for (const [index, { port, protocol }] of ports.entries()) {
    const scheme = protocol.toLowerCase();
    const url = `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}`;
    if (index === 0) {
      // Docker had this one for the first port.
      yield [`${prefix}_PORT`, url];
    }
    const start = `${prefix}_PORT_${port}_${protocol.toUpperCase()}`;
    yield [start, url];
    yield [`${start}_PROTO`, scheme];
    yield [`${start}_PORT`, port];
    yield [`${start}_ADDR`, address];
  }
}

function variableName(text: string): string {
  return text.replace(/-/g, '_').toUpperCase();
}
