import type { ObjectMeta } from './api/meta/object-meta.js';
import { type Fields, fields } from './field/fields.js';
import { THROW } from './field/policy.js';
import { isObject } from './field/values.js';

/** The object that controls another one. */
export interface Controller {
  /** Its API group and version, such as `apps/v1`; empty if the reference has none. */
  readonly apiVersion: string;
  /** Its kind, such as `ReplicaSet`; empty if the reference has none. */
  readonly kind: string;
  /** Its name; empty if the reference has none. */
  readonly name: string;
  /** Its `metadata.uid`; empty if the reference has none. */
  readonly uid: string;
}

/** An object with metadata. */
export interface OwnedObject {
  /** Its metadata. */
  readonly metadata?: ObjectMeta | null | undefined;
}

/**
 * Returns the controller of an object: the first owner whose reference has `controller: true`.
 *
 * @param object - an object of any kind; it is not changed
 * @returns the controller; undefined if the object has none
 * @throws {@link FieldError} with code `INVALID_TYPE` if the object, its metadata, the list of owners or an owner has the wrong type
 *
 * @example
 * ```ts
 * import { controllerOf } from '@kubesem/core';
 *
 * const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5d4f', uid: 'u1', controller: true };
 * controllerOf({ metadata: { ownerReferences: [owner] } })?.name // => 'web-5d4f'
 * controllerOf({}) // => undefined
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `GetControllerOf`.
 */
export function controllerOf(object: OwnedObject): Controller | undefined {
  return readController(fields(object, THROW).at('metadata'));
}

/**
 * {@link controllerOf} for metadata that is being read.
 *
 * @internal
 */
export function readController(metadata: Fields<ObjectMeta>): Controller | undefined {
  const owners = metadata.list('ownerReferences');
  if (!owners.every(isObject)) {
    // A cursor on each owner of every object would take time.
    metadata.objects('ownerReferences');
  }
  const found = owners.find((owner) => owner?.controller === true);
  if (found === undefined) {
    return undefined;
  }
  const { apiVersion, kind, name, uid } = found;
  return { apiVersion: text(apiVersion), kind: text(kind), name: text(name), uid: text(uid) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
