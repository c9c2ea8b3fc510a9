import { type KubernetesObject, objectNamespace, originOf } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import type { ManifestObject } from '@kubesem/manifests';
import { present } from './present.js';
import type { ObjectIdentity } from './report.js';

/** Identity of an object, and its uid if an API server has stored it. */
export interface IdentifiedObject {
  readonly identity: ObjectIdentity;
  /** `metadata.uid`, which only the API server sets; empty for a manifest. */
  readonly uid: string;
}

/** Identifies an object; a name of the wrong type counts as absent. */
export function identify(placed: ManifestObject): IdentifiedObject {
  const { file, line, column, item, apiVersion, kind } = placed;
  const object: KubernetesObject<unknown, unknown> = placed.object;
  const metadata = fields(object, ABSENT).at('metadata');
  const prefix = metadata.text('generateName');
  const name = metadata.text('name') || (prefix && `${prefix}*`);
  const namespace = objectNamespace(object);
  return {
    identity: present<ObjectIdentity>(
      { file, line, column, apiVersion, kind, namespace, name },
      { item: item || undefined },
    ),
    uid: metadata.text('uid'),
  };
}

/** Whether an API server has stored an object. */
export function isStored({ object }: ManifestObject): boolean {
  return originOf(object) === 'STORED';
}
