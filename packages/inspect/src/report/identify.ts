import {
  fieldPath,
  objectNamespace,
  type ReportProblem,
  readObject,
  readString,
} from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
import { present } from './present.js';
import type { ObjectIdentity } from './report.js';

/** Identity of an object, and its uid if an API server has stored it. */
export interface IdentifiedObject {
  readonly identity: ObjectIdentity;
  /** `metadata.uid`, which only the API server sets; empty for a manifest. */
  readonly uid: string;
}

/** Identifies an object; names of the wrong type are reported, and then empty. */
export function identify(
  { file, line, column, item, apiVersion, kind, object }: ManifestObject,
  report: ReportProblem<'INVALID_TYPE'>,
): IdentifiedObject {
  const metadata = readObject(
    object.metadata as { readonly [field: string]: unknown } | undefined,
    fieldPath('metadata'),
    report,
  );
  const text = (field: string) =>
    readString(metadata?.[field], fieldPath('metadata', field), report);
  const prefix = text('generateName');
  const name = text('name') || (prefix && `${prefix}*`);
  const namespace = objectNamespace({ metadata: { namespace: text('namespace') } });
  return {
    identity: present<ObjectIdentity>(
      { file, line, column, apiVersion, kind, namespace, name },
      { item: item || undefined },
    ),
    uid: text('uid'),
  };
}

/** Whether an API server has stored an object. */
export function isStored({ object }: ManifestObject): boolean {
  const { uid } = (object.metadata ?? {}) as { readonly uid?: unknown };
  return typeof uid === 'string' && uid !== '';
}
