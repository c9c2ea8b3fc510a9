import type { Container, EphemeralContainer } from '../api/core/pod/container.js';
import { childPath, type FieldPath } from '../field/path.js';
import { readList, readObject, readStringField } from '../field/read.js';
import { type PodParts, podParts } from './parts.js';
import type { PodLike } from './pod-like.js';

/**
 * The role of a container in its Pod.
 *
 * - `init`: runs to its end before the next one starts
 * - `sidecar`: an init container with `restartPolicy: Always`, which keeps running
 * - `app`: one of `spec.containers`
 * - `ephemeral`: added to a running Pod for debugging
 */
export type ContainerKind = 'init' | 'sidecar' | 'app' | 'ephemeral';

/** The fields of a Pod spec that list containers. */
export type ContainerField = 'initContainers' | 'containers' | 'ephemeralContainers';

/**
 * All of them, in the order in which their containers start.
 *
 * @internal
 */
export const CONTAINER_FIELDS: readonly ContainerField[] = [
  'initContainers',
  'containers',
  'ephemeralContainers',
];

/** One container of a Pod. */
export interface PodContainer {
  /** Name of the container; empty if it has none. */
  readonly name: string;
  /** Its role in the Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in. */
  readonly path: FieldPath;
  /** The container itself; empty if the list holds null, as Go reads it. */
  readonly container: Container | EphemeralContainer;
}

/**
 * Lists the containers of a Pod: init containers and sidecars in the order in which they start, then the app
 * containers, then the ephemeral ones.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the containers, with their roles and paths
 * @throws {@link FieldError} with code `NOT_A_POD` if the object is of another kind
 * @throws {@link FieldError} with code `INVALID_TYPE` if a list, a container, a name or a restart policy has the wrong type
 *
 * @example
 * ```ts
 * import { pathSegments, podContainers } from '@kubesem/core';
 *
 * const containers = podContainers({
 *   initContainers: [{ name: 'migrate' }, { name: 'proxy', restartPolicy: 'Always' }],
 *   containers: [{ name: 'app' }],
 * });
 * containers.map(({ name, kind }) => `${name} ${kind}`) // => ['migrate init', 'proxy sidecar', 'app app']
 * containers.map(({ path }) => pathSegments(path).join('.')) // => ['initContainers.0', 'initContainers.1', 'containers.0']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/pod` v1.37.1, `VisitContainers`; `k8s.io/api/core/v1` v0.37.1, type `Container`.
 */
export function podContainers(podLike: PodLike): readonly PodContainer[] {
  const parts = podParts(podLike);
  const inits = containersIn(parts, 'initContainers');
  const apps = containersIn(parts, 'containers');
  const debuggers = containersIn(parts, 'ephemeralContainers');
  // Most Pods have app containers only.
  return inits.length + debuggers.length === 0 ? apps : [...inits, ...apps, ...debuggers];
}

/**
 * Lists the containers in one field of a Pod spec.
 *
 * @param parts - the parts of the Pod
 * @param field - the field
 * @returns the containers in their order
 * @throws {@link FieldError} with code `INVALID_TYPE` if the list, a container, a name or a restart policy has the wrong type
 *
 * @example
 * ```ts
 * import { containersIn, podParts } from '@kubesem/core';
 *
 * const parts = podParts({ containers: [{ name: 'app' }], initContainers: [{ name: 'migrate' }] });
 * containersIn(parts, 'containers').map(({ name }) => name) // => ['app']
 * ```
 */
export function containersIn(
  { spec, specPath }: PodParts,
  field: ContainerField,
): readonly PodContainer[] {
  const list = spec[field];
  if (list === null || list === undefined) {
    return [];
  }
  const listPath = childPath(specPath, field);
  return readList<Container | EphemeralContainer>(list, listPath).map((entry, index) => {
    const path = childPath(listPath, index);
    const container = readObject<Container>(entry, path) ?? {};
    const restartPolicy = readStringField(container, 'restartPolicy', path);
    const name = readStringField(container, 'name', path);
    return { name, kind: containerKind(field, restartPolicy), path, container };
  });
}

/** The role of a container in a field of a Pod spec. */
export function containerKind(field: ContainerField, restartPolicy: string): ContainerKind {
  if (field === 'initContainers') {
    return restartPolicy === 'Always' ? 'sidecar' : 'init';
  }
  return field === 'containers' ? 'app' : 'ephemeral';
}
