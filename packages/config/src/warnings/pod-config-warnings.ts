import {
  type Container,
  childPath,
  type EnvVar,
  type FieldPath,
  type FieldProblem,
  fieldProblem,
  ignoreProblem,
  type PodLike,
  podContainers,
  podParts,
  readList,
  readObject,
  readString,
  type Volume,
} from '@kubesem/core';

/**
 * Codes of the warnings about variables and mounts that the API server accepts:
 *
 * - `VARIABLE_HIDDEN`: a variable is defined twice in `env`, and the later definition does not use the earlier one
 * - `SUB_PATH_NEVER_UPDATES`: a container mounts a file of a ConfigMap, a Secret or the downward API with `subPath`, so it
 *   never sees a change
 */
export type PodConfigWarningCode = 'VARIABLE_HIDDEN' | 'SUB_PATH_NEVER_UPDATES';

/** A variable or mount that is probably a mistake, although the API server accepts it. */
export type PodConfigWarning = FieldProblem<PodConfigWarningCode>;

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
  const sources = volumeSources(podLike);
  return podContainers(podLike, ignoreProblem).flatMap(({ container, path }) => [
    ...(container.env ? hiddenVariables(container, path) : []),
    ...(container.volumeMounts ? fixedMounts(container, path, sources) : []),
  ]);
}

function* hiddenVariables(
  container: Container,
  path: FieldPath | undefined,
): Generator<PodConfigWarning, void> {
  const listPath = childPath(path, 'env');
  const variables = readList(container.env, listPath, ignoreProblem);
  if (variables.length < 2) {
    return;
  }
  const known = new Set<string>();
  for (const [index, item] of variables.entries()) {
    const variable = readObject<EnvVar>(item, undefined, ignoreProblem);
    const name = readString(variable?.name, undefined, ignoreProblem);
    if (variable !== undefined && known.has(name) && !usesEarlier(variable, name)) {
      yield fieldProblem({
        type: 'FieldValueDuplicate',
        code: 'VARIABLE_HIDDEN',
        path: childPath(listPath, index),
        value: name,
        message: `hides the earlier value of "${name}", and kubectl apply can drop either of them`,
      });
    }
    known.add(name);
  }
}

/** Whether a variable adds to its earlier value, as in `$(PATH):/srv/bin`. */
function usesEarlier({ value, valueFrom }: EnvVar, name: string): boolean {
  const text = readString(value, undefined, ignoreProblem);
  const reference = `$(${name})`;
  const isSet = valueFrom !== undefined && valueFrom !== null;
  return !isSet && text !== reference && text.includes(reference);
}

/** What the volumes are made from that a running container can follow, by name. */
function volumeSources(podLike: PodLike): ReadonlyMap<string, string> {
  const { spec, specPath } = podParts(podLike, ignoreProblem);
  const volumes = readList(spec.volumes, childPath(specPath, 'volumes'), ignoreProblem);
  return new Map(
    volumes.flatMap((item) => {
      const volume = readObject<Volume>(item, undefined, ignoreProblem) ?? {};
      const source = SOURCES.find(([field]) => Boolean(volume[field]))?.[1];
      return source === undefined
        ? []
        : [[readString(volume.name, undefined, ignoreProblem), source] as const];
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
  container: Container,
  path: FieldPath | undefined,
  sources: ReadonlyMap<string, string>,
): Generator<PodConfigWarning, void> {
  const listPath = childPath(path, 'volumeMounts');
  for (const [index, item] of readList(container.volumeMounts, listPath, ignoreProblem).entries()) {
    const mount = readObject(item, undefined, ignoreProblem);
    const source = sources.get(readString(mount?.name, undefined, ignoreProblem));
    const field = (['subPath', 'subPathExpr'] as const).find(
      (name) => readString(mount?.[name], undefined, ignoreProblem) !== '',
    );
    if (source !== undefined && field !== undefined) {
      yield fieldProblem({
        type: 'FieldValueInvalid',
        code: 'SUB_PATH_NEVER_UPDATES',
        path: childPath(childPath(listPath, index), field),
        message: `a running container never sees changes of ${source} through ${field}; mount the whole volume`,
      });
    }
  }
}
