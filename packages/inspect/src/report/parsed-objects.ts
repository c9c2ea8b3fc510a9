import { fieldPath, formatFieldPath, type KubernetesObject, pathSegments } from '@kubesem/core';
import { problemOf, readIterable } from '@kubesem/core/internal';
import type {
  JSONObject,
  ManifestObject,
  ManifestObjects,
  ManifestProblem,
} from '@kubesem/manifests';

/** Options of {@link parsedObjects}. */
export interface ParsedObjectsOptions {
  /** Name of the source in the report, instead of a file; empty by default. */
  readonly name?: string | undefined;
  /** Version of objects without one, such as the items of a list. */
  readonly apiVersion?: string | undefined;
  /** Kind of objects without one, such as the items of a list. */
  readonly kind?: string | undefined;
}

/** There is no text. */
const NO_PLACE = { line: 0, column: 0 };

/**
 * Passes objects that are already parsed, such as those of a client, to the functions of this package. They need no text and
 * no YAML library.
 *
 * Their places in the report are line 0, column 0; `item` is the index of the object, such as `[3]`. Pass the `items` of a
 * list rather than the list.
 *
 * @param objects - API objects, as plain JSON or as objects of any client; they are not changed
 * @param options - what to know about all of them
 * @returns the objects as `parseObjects` of `@kubesem/manifests` returns those of a file; problem `NOT_AN_OBJECT` for each
 * that is not an object, or has no version or kind
 *
 * @example
 * ```ts
 * import { inspectObjects, parsedObjects } from '@kubesem/inspect';
 *
 * const list = { items: [{ metadata: { name: 'web' }, spec: { containers: [{ name: 'app', image: 'app:1' }] } }] };
 * const pods = parsedObjects(list.items, { apiVersion: 'v1', kind: 'Pod' });
 * const { objects } = inspectObjects([pods]);
 * objects.map(({ name, pod }) => `${name} ${pod?.qosClass}`) // => ['web BestEffort']
 * ```
 */
export function parsedObjects(
  objects: Iterable<KubernetesObject<unknown, unknown>>,
  options: ParsedObjectsOptions = {},
): ManifestObjects {
  const file = options.name ?? '';
  const found: ManifestObject[] = [];
  const problems: ManifestProblem[] = [];
  let index = 0;
  for (const value of readIterable(objects, undefined)) {
    const path = fieldPath(index++);
    const segments = pathSegments(path);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const fields: Partial<KubernetesObject<unknown, unknown>> = isObject ? value : {};
    const apiVersion = fields.apiVersion ?? options.apiVersion;
    const kind = fields.kind ?? options.kind;
    if (isObject && isText(apiVersion) && isText(kind)) {
      const object = value as unknown as JSONObject;
      const item = formatFieldPath(segments);
      const positionOf = () => NO_PLACE;
      found.push({ file, ...NO_PLACE, apiVersion, kind, object, segments, item, positionOf });
    } else {
      const message = 'expected an object with apiVersion and kind';
      const problem = problemOf({ code: 'NOT_AN_OBJECT', path, message });
      problems.push({ ...problem, file, ...NO_PLACE });
    }
  }
  return { objects: found, problems };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
