import {
  type Container,
  type EnvVar,
  type PodLike,
  type PodSpec,
  type Problem,
} from '@kubesem/core';
import { ABSENT, everyContainer, type Fields, podFields, problemOf } from '@kubesem/core/internal';
import type { CONFIG_CODES } from '../codes.js';

/** Codes of the warnings about variables and mounts that the API server accepts. */
export type PodConfigWarningCode = keyof typeof CONFIG_CODES;

/** A variable or mount that is probably a mistake, although the API server accepts it. */
export type PodConfigWarning = Problem<PodConfigWarningCode>;

/**
 * Finds variables and mounts of a Pod that are probably a mistake.
 *
 * Fields of the wrong type count as absent. Variables that override those of `envFrom` or of Services are not mistakes.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the warnings; empty if there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podConfigWarnings } from '@kubesem/config';
 *
 * const env = [
 *   { name: 'HOME', value: '/root' },
 *   { name: 'HOME', value: '/srv' },
 * ];
 * const [warning] = podConfigWarnings({ spec: { containers: [{ name: 'app', env }] } });
 * warning?.code // => 'VARIABLE_HIDDEN'
 * warning?.path // => 'spec.containers[0].env[1]'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/pod` v1.37.1, `GetWarningsForPod`, for variables; the files are those of the kubelet.
 */
export function podConfigWarnings(podLike: PodLike): readonly PodConfigWarning[] {
  const { spec } = podFields(podLike, ABSENT);
  const sources = volumeSources(spec);
  return everyContainer(spec, (container) => [
    ...hiddenVariables(container),
    ...fixedMounts(container, sources),
  ]).flat();
}

function* hiddenVariables(container: Fields<Container>): Generator<PodConfigWarning, void> {
  const known = new Set<string>();
  for (const variable of container.objects('env')) {
    const name = variable.text('name');
    if (variable.isPresent && known.has(name) && !usesEarlier(variable, name)) {
      yield problemOf({
        severity: 'warning',
        code: 'VARIABLE_HIDDEN',
        path: variable.path,
        value: name,
        message: `hides the earlier value of "${name}", and kubectl apply can drop either of them`,
      });
    }
    known.add(name);
  }
}

/** Whether a variable adds to its earlier value, as in `$(PATH):/srv/bin`. */
function usesEarlier(variable: Fields<EnvVar>, name: string): boolean {
  const text = variable.text('value');
  const reference = `$(${name})`;
  return !variable.has('valueFrom') && text !== reference && text.includes(reference);
}

/** What the volumes are made from that a running container can follow, by name. */
function volumeSources(spec: Fields<PodSpec>): ReadonlyMap<string, string> {
  return new Map(
    spec.objects('volumes').flatMap((volume) => {
      const source = SOURCES.find(([field]) => volume.has(field))?.[1];
      return source === undefined ? [] : [[volume.text('name'), source] as const];
    }),
  );
}

const SOURCES = [
  ['configMap', 'the ConfigMap'],
  ['secret', 'the Secret'],
  ['downwardAPI', 'the Pod'],
  ['projected', 'the projected sources'],
] as const;

function* fixedMounts(
  container: Fields<Container>,
  sources: ReadonlyMap<string, string>,
): Generator<PodConfigWarning, void> {
  for (const mount of container.objects('volumeMounts')) {
    const source = sources.get(mount.text('name'));
    const field = (['subPath', 'subPathExpr'] as const).find((name) => mount.text(name) !== '');
    if (source !== undefined && field !== undefined) {
      yield problemOf({
        severity: 'warning',
        code: 'SUB_PATH_NEVER_UPDATES',
        path: mount.pathOf(field),
        message: `a running container never sees changes of ${source} through ${field}; mount the whole volume`,
      });
    }
  }
}
