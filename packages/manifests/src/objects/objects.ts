import { type FieldPathSegment, fieldPath } from '@kubesem/core';
import { isJSONObject, type JSONObject, type JSONValue } from '../json/json-value.js';
import type { ManifestProblem, ManifestProblemCode } from '../problem.js';
import type { ManifestDocument } from '../stream/manifest.js';

/** An object of a document, with its group, version and kind. */
export interface PlacedObject {
  readonly document: ManifestDocument;
  /** Where it stands in the document: empty, or an item of a list. */
  readonly base: readonly FieldPathSegment[];
  readonly apiVersion: string;
  readonly kind: string;
  readonly object: JSONObject;
}

/** Kind and version that the items of a typed list do not repeat. */
export interface ItemType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Takes up problems: a list of them, or of more kinds of problems. */
export interface ProblemSink {
  push(problem: ManifestProblem): void;
}

/**
 * Takes lists apart into their objects, however deep they nest.
 *
 * What has `items` is a list. Items of a `PodList` that have neither kind nor version are Pods of its version.
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1/unstructured` v0.37.1, `decodeToList`.
 *
 * @param document - what was read
 * @param problems - takes up what is no object
 * @param base - where the value of the document stands, if it is but an item of a list
 * @param itemType - what the list says of its items
 */
export function* findObjects(
  document: ManifestDocument,
  problems: ProblemSink,
  base: readonly FieldPathSegment[] = [],
  itemType?: ItemType,
): Generator<PlacedObject, void> {
  yield* findIn(document, base, document.value, itemType, problems);
}

/** Whether an object says neither its version nor its kind. */
export function isUntyped(value: JSONValue): boolean {
  return isJSONObject(value) && !isText(value.apiVersion) && !isText(value.kind);
}

/** What a list says of its items; undefined if it does not say what it is. */
export function itemTypeOf(list: JSONValue | undefined): ItemType | undefined {
  return isJSONObject(list) && isText(list.apiVersion) && isText(list.kind)
    ? { apiVersion: list.apiVersion, kind: list.kind.replace(/List$/, '') }
    : undefined;
}

function* findIn(
  document: ManifestDocument,
  base: readonly FieldPathSegment[],
  object: JSONValue,
  itemType: ItemType | undefined,
  problems: ProblemSink,
): Generator<PlacedObject, void> {
  const refuse = (
    path: readonly FieldPathSegment[],
    code: ManifestProblemCode,
    expected: string,
  ) => {
    const place = fieldPath(...path);
    problems.push({
      severity: 'error',
      code,
      message: `${place === '' ? '' : `${place}: `}expected ${expected}`,
      file: document.file,
      ...document.positionOf(path),
      ...(place === '' ? {} : { path: place }),
    });
  };
  if (!isJSONObject(object)) {
    refuse(base, 'NOT_AN_OBJECT', `an object with apiVersion and kind, found ${describe(object)}`);
    return;
  }
  const isTyped = isText(object.apiVersion) || isText(object.kind);
  const { apiVersion, kind } = isTyped || itemType === undefined ? object : itemType;
  if (!isText(apiVersion) || !isText(kind)) {
    const missing = isText(kind)
      ? 'apiVersion'
      : isText(apiVersion)
        ? 'kind'
        : 'apiVersion and kind';
    refuse(base, 'NOT_AN_OBJECT', `an object with apiVersion and kind, found none of ${missing}`);
    return;
  }
  const items = Object.prototype.hasOwnProperty.call(object, 'items') ? object.items : undefined;
  if (items === undefined || (items === null && !kind.endsWith('List'))) {
    yield { document, base, apiVersion, kind, object };
    return;
  }
  if (items !== null && !Array.isArray(items)) {
    refuse([...base, 'items'], 'INVALID_TYPE', `a list, found ${describe(items)}`);
    return;
  }
  const type = itemTypeOf({ apiVersion, kind });
  for (const [index, item] of ((items ?? []) as readonly JSONValue[]).entries()) {
    yield* findIn(document, [...base, 'items', index], item, type, problems);
  }
}

function isText(value: JSONValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function describe(value: JSONValue): string {
  if (value === null) {
    return 'nothing';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
