import type { Container, EphemeralContainer } from '../api/core/pod/container.js';
import type { PodSpec } from '../api/core/pod/pod-spec.js';
import type { Fields } from '../field/fields.js';
import type { FieldPath } from '../field/path.js';
import { THROW } from '../field/policy.js';
import { appendAll } from '../text/append-all.js';
import { type PodLike, podFields } from './pod-fields.js';

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
  return everyContainer(podFields(podLike, THROW).spec, (container, name, kind) => ({
    name,
    kind,
    path: container.path as FieldPath,
    container: container.value,
  }));
}

/**
 * Reads each container in one field of a Pod spec.
 *
 * @param spec - the Pod spec
 * @param field - the field
 * @param read - receives the container, its name and its role in the Pod
 * @returns what `read` returns
 *
 * @internal
 */
export function eachContainer<R, Code extends string = string>(
  spec: Fields<PodSpec, Code>,
  field: ContainerField,
  read: (container: Fields<Container, Code>, name: string, kind: ContainerKind) => R,
): R[] {
  // Whether all of them are containers is known before one is read.
  return findContainers(spec, field).map(({ container, name, kind }) =>
    read(container, name, kind),
  );
}

/**
 * A cursor on a container of a Pod.
 *
 * @internal
 */
export interface FoundContainer<Code extends string = string> {
  /** Name of the container; empty if it has none. */
  readonly name: string;
  /** Its role in the Pod. */
  readonly kind: ContainerKind;
  /** The cursor on it. */
  readonly container: Fields<Container, Code>;
}

/**
 * Lists the containers in one field of a Pod spec.
 *
 * @internal
 */
export function findContainers<Code extends string = string>(
  spec: Fields<PodSpec, Code>,
  field: ContainerField,
): FoundContainer<Code>[] {
  return spec.each(field, (container) => {
    const kind = containerKind(field, container.text('restartPolicy'));
    return { container, kind, name: container.text('name') };
  });
}

/**
 * Reads each container of a Pod spec, in the order of `CONTAINER_FIELDS`.
 *
 * @param spec - the Pod spec
 * @param read - receives the container, its name and its role in the Pod
 * @returns what `read` returns
 *
 * @internal
 */
export function everyContainer<R, Code extends string = string>(
  spec: Fields<PodSpec, Code>,
  read: (container: Fields<Container, Code>, name: string, kind: ContainerKind) => R,
): R[] {
  const results: R[] = [];
  for (const field of CONTAINER_FIELDS) {
    appendAll(results, eachContainer(spec, field, read));
  }
  return results;
}

/** The role of a container in a field of a Pod spec. */
function containerKind(field: ContainerField, restartPolicy: string): ContainerKind {
  if (field === 'initContainers') {
    return restartPolicy === 'Always' ? 'sidecar' : 'init';
  }
  return field === 'containers' ? 'app' : 'ephemeral';
}
