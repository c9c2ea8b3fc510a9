import type { ConfigMap, Container, Node, Pod, Service } from '@kubesem/core';
import { clusterNode, clusterPods } from '../cluster/cluster.js';

/** Number of ConfigMaps. */
export const CONFIG_MAPS = 2000;

const NAMESPACES = 20;
const KEYS = 12;

/** What the environment of the Pods is made from. */
export interface EnvironmentObjects {
  /** ConfigMaps with twelve keys each. */
  readonly configMaps: readonly ConfigMap[];
  /** The Service of the API server, which every Pod knows. */
  readonly services: readonly Service[];
  /** The node, for Pods without limits. */
  readonly node: Node;
}

const nameOf = (number: number) => ({
  namespace: `team-${number % NAMESPACES}`,
  name: `config-${number % CONFIG_MAPS}`,
});

/**
 * Generates the objects that define variables, the same in every run.
 *
 * @returns the objects
 */
export function environmentObjects(): EnvironmentObjects {
  return {
    configMaps: Array.from({ length: CONFIG_MAPS }, (_, number) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: nameOf(number),
      data: Object.fromEntries(
        Array.from({ length: KEYS }, (_key, at) => [`SETTING_${at}`, `value-${number}-${at}`]),
      ),
    })),
    services: [
      {
        metadata: { namespace: 'default', name: 'kubernetes' },
        spec: { clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443, protocol: 'TCP' }] },
      },
    ],
    node: clusterNode(0),
  };
}

/** Fields of the Pod, a limit, a key of a ConfigMap, all keys of it, and values with references. */
function withVariables(container: Container, configMap: string): Container {
  const field = (name: string, fieldPath: string) => ({
    name,
    valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath } },
  });
  return {
    ...container,
    envFrom: [{ configMapRef: { name: configMap } }],
    env: [
      field('POD_NAME', 'metadata.name'),
      field('POD_NAMESPACE', 'metadata.namespace'),
      field('POD_IP', 'status.podIP'),
      {
        name: 'MEMORY_LIMIT',
        valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '0' } },
      },
      { name: 'LEVEL', valueFrom: { configMapKeyRef: { name: configMap, key: 'SETTING_0' } } },
      { name: 'PORT', value: '8080' },
      { name: 'URL', value: 'http://$(POD_IP):$(PORT)/$(SETTING_1)' },
    ],
  };
}

/**
 * Generates the Pods of the cluster with the variables that their containers define.
 *
 * @param count - number of Pods
 * @returns the Pods, as the API server stores them
 */
export function* environmentPods(count: number): Generator<Pod> {
  for (const pod of clusterPods(count) as Generator<Pod>) {
    // Such as workload-7-0: the Pods of a workload have one template.
    const { namespace, name } = nameOf(Number(pod.metadata?.name?.split('-')[1]));
    const define = (container: Container) => withVariables(container, name);
    yield {
      ...pod,
      metadata: { ...pod.metadata, namespace },
      spec: {
        ...pod.spec,
        enableServiceLinks: true,
        containers: pod.spec?.containers?.map(define) ?? [],
        ...(pod.spec?.initContainers && { initContainers: pod.spec.initContainers.map(define) }),
      },
    };
  }
}
