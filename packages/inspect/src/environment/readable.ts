import { configReferences } from '@kubesem/config';
import {
  attempt,
  type ConfigMap,
  type FieldErrorType,
  type FieldProblem,
  identityOf,
  objectNamespace,
  type Pod,
  type Secret,
} from '@kubesem/core';
import { ABSENT, appendAll, fields } from '@kubesem/core/internal';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import { validateConfigMap } from '@kubesem/validation/config-map';
import { validateSecret } from '@kubesem/validation/secret';
import type { EnvironmentObjects } from './objects.js';

/**
 * A ConfigMap or Secret without the values that cannot be read, and why they cannot.
 */
export interface Readable<T> {
  readonly object: T;
  readonly problems: readonly FieldProblem<FieldErrorType | 'INVALID_TYPE'>[];
}

/**
 * Removes the values that cannot be read from a ConfigMap or Secret, such as numbers and invalid base64. The API server
 * rejects such an object, but one wrong value should not hide everything else.
 */
export function readableConfig<T extends ConfigMap | Secret>(
  kind: 'ConfigMap' | 'Secret',
  object: T,
): Readable<T> {
  const found = kind === SECRET.kind ? validateSecret(object) : validateConfigMap(object);
  const maps = new Map<unknown, Map<unknown, unknown>>(
    Object.entries(object).flatMap(([field, value]) =>
      DATA_FIELDS.has(field) ? [[field, new Map(Object.entries(value ?? {}))]] : [],
    ),
  );
  const problems = found.filter(
    ({ code, segments: [field] }) => code === 'INVALID_TYPE' && maps.has(field),
  );
  for (const { segments } of problems) {
    const [field, key] = segments;
    if (key === undefined) {
      // A map of the wrong type has no readable value.
      maps.get(field)?.clear();
    } else {
      maps.get(field)?.delete(key);
    }
  }
  const data = [...maps].map(([field, map]) => [field, Object.fromEntries(map as never)]);
  return {
    object: problems.length === 0 ? object : { ...object, ...Object.fromEntries(data) },
    problems,
  };
}

const DATA_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'data',
  'binaryData',
  'stringData',
]);

/** The ConfigMaps and Secrets of a cluster, and what cannot be read of those that a Pod uses. */
export interface ReadableObjects extends Pick<EnvironmentObjects, 'configMaps' | 'secrets'> {
  readonly errors: readonly string[];
}

/**
 * Removes the values that cannot be read from the ConfigMaps and Secrets of a Pod.
 *
 * @param pod - the Pod, in its namespace
 * @param objects - the objects of the cluster; they are not changed
 * @returns the objects; the errors name the keys, and never contain data of a Secret
 */
export function readableObjects(pod: Pod, objects: EnvironmentObjects): ReadableObjects {
  const { value: references = [] } = attempt(() => configReferences(pod));
  const used = new Set(references.map(({ kind, name }) => `${kind} ${name}`));
  const namespace = objectNamespace(pod);
  const errors: string[] = [];
  const readable = <T extends ConfigMap | Secret>(kind: 'ConfigMap' | 'Secret', object: T): T => {
    const { name, namespace: own } = identityOf(object);
    const title = `${kind} ${name}`;
    if (!used.has(title) || own !== namespace) {
      return object;
    }
    const { object: rest, problems } = readableConfig(kind, object);
    appendAll(
      errors,
      problems.map(({ path, message }) => `${title}: ${path}: ${message}`),
    );
    return rest;
  };
  const given = fields(objects, ABSENT);
  return {
    configMaps: given.list('configMaps').map((object) => readable(CONFIG_MAP.kind, object)),
    secrets: given.list('secrets').map((object) => readable(SECRET.kind, object)),
    errors,
  };
}
