import { type FieldPathSegment, formatFieldPath } from '@kubesem/core';
import type { ManifestDocument } from '../document.js';
import { isJSONObject, type JSONObject, type JSONValue } from '../json/json-value.js';
import type { FilePosition, ObjectPlace } from '../position.js';
import { type ManifestProblem, type ManifestProblemDetails, manifestProblem } from '../problem.js';

/** An API object of a file, and the place where it starts. */
export interface ManifestObject extends FilePosition, ObjectPlace {
  /** API group and version, such as `apps/v1`. */
  readonly apiVersion: string;
  /** Kind, such as `Deployment`. */
  readonly kind: string;
  /** The object. Items of a typed list need not repeat the version and the kind of their list. */
  readonly object: JSONObject;
  /** Path of the object in its document: empty for the document itself, `['items', 3]` for an item of a list. */
  readonly segments: readonly FieldPathSegment[];
  /** The same path as text, such as `items[3]`. */
  readonly item: string;
}

/** Options for parsing objects. */
export interface ParseObjectsOptions {
  /**
   * Namespace of objects without one, as `kubectl apply -n` sets it; an object with another namespace is a problem
   * (`NAMESPACE_DIFFERS`). Built-in kinds outside of namespaces are not affected.
   */
  readonly namespace?: string | undefined;
}

/** Options for listing the objects of a document. */
export interface ObjectsInOptions {
  /** Receives what is wrong with the text. */
  readonly onProblem?: ((problem: ManifestProblem) => void) | undefined;
}

/** Options for reading objects. */
export interface ReadObjectsOptions extends ParseObjectsOptions, ObjectsInOptions {}

/** Version and kind that the items of a typed list need not repeat. */
export interface ItemType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A value of a file that may be an object or a list of objects. */
export interface PlacedValue extends ObjectPlace {
  readonly value: JSONValue;
  /** Path of the value in its document. */
  readonly segments: readonly FieldPathSegment[];
}

/**
 * Lists the API objects of a document: the document itself, or the items of a list, however deep lists are nested.
 *
 * An object with `items` is a list. Items of a `PodList` without kind and version are Pods of the version of the list.
 *
 * @param document - a document of {@link parseManifests}
 * @param options - the receiver of problems, such as `NOT_AN_OBJECT` for a document without `kind`
 * @returns the objects in their order
 *
 * @example
 * ```ts
 * import { objectsIn, parseManifests } from '@kubesem/manifests';
 *
 * const text = '{apiVersion: v1, kind: PodList, items: [{metadata: {name: a}}, 5]}';
 * const [document] = parseManifests({ name: 'pods.yaml', text }).documents;
 * const codes: string[] = [];
 * const onProblem = ({ code, path }: { code: string; path: string }) => codes.push(`${code} ${path}`);
 * const objects = document === undefined ? [] : [...objectsIn(document, { onProblem })];
 * objects.map(({ kind, item }) => `${kind} ${item}`) // => ['Pod items[0]']
 * codes // => ['NOT_AN_OBJECT items[1]']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1/unstructured` v0.37.1, `decodeToList`.
 */
export function* objectsIn(
  document: ManifestDocument,
  { onProblem = () => {} }: ObjectsInOptions = {},
): Generator<ManifestObject, void> {
  const { file, value } = document;
  const positionOf: ManifestDocument['positionOf'] = (segments) => document.positionOf(segments);
  yield* findObjects({ file, value, segments: [], positionOf }, onProblem);
}

/** Lists the objects that a value is or holds; `itemType` is what the list around it says. */
export function* findObjects(
  { file, value, segments, positionOf }: PlacedValue,
  onProblem: (problem: ManifestProblem) => void,
  itemType?: ItemType,
): Generator<ManifestObject, void> {
  const reject = (code: ManifestProblemDetails['code'], message: string, field?: string) => {
    const inner = field === undefined ? [] : [field];
    const problem = {
      severity: 'error',
      code,
      message,
      segments: [...segments, ...inner],
    } as const;
    onProblem(manifestProblem(problem, { file, ...positionOf(inner) }));
  };
  if (!isJSONObject(value)) {
    reject(
      'NOT_AN_OBJECT',
      `expected an object with apiVersion and kind, found ${describe(value)}`,
    );
    return;
  }
  const { apiVersion, kind } = isUntyped(value) && itemType !== undefined ? itemType : value;
  if (!isText(apiVersion) || !isText(kind)) {
    const missing = [isText(apiVersion) ? [] : 'apiVersion', isText(kind) ? [] : 'kind'].flat();
    reject('NOT_AN_OBJECT', `missing ${missing.join(' and ')}`);
    return;
  }
  const items = Object.prototype.hasOwnProperty.call(value, 'items') ? value.items : undefined;
  if (items === undefined || (items === null && !kind.endsWith('List'))) {
    const { line, column } = positionOf([]);
    const item = formatFieldPath(segments);
    yield { file, line, column, apiVersion, kind, segments, item, object: value, positionOf };
    return;
  }
  if (items !== null && !Array.isArray(items)) {
    reject('INVALID_TYPE', `expected a list, found ${describe(items)}`, 'items');
    return;
  }
  for (const [index, item] of ((items ?? []) as readonly JSONValue[]).entries()) {
    const inner = ['items', index];
    const ofItem = {
      file,
      value: item,
      segments: [...segments, ...inner],
      positionOf: (path: readonly FieldPathSegment[]) => positionOf([...inner, ...path]),
    };
    yield* findObjects(ofItem, onProblem, listItemType({ apiVersion, kind }));
  }
}

/** Reports whether an object has neither version nor kind. */
export function isUntyped(value: JSONValue): boolean {
  return isJSONObject(value) && !isText(value.apiVersion) && !isText(value.kind);
}

/** Returns version and kind of the items of a list; undefined if the list has no version or kind. */
export function itemTypeOf(list: JSONValue | undefined): ItemType | undefined {
  return isJSONObject(list) && isText(list.apiVersion) && isText(list.kind)
    ? listItemType({ apiVersion: list.apiVersion, kind: list.kind })
    : undefined;
}

function listItemType({ apiVersion, kind }: ItemType): ItemType {
  return { apiVersion, kind: kind.replace(/List$/, '') };
}

function isText(value: JSONValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function describe(value: JSONValue): string {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
