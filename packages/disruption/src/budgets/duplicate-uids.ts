import { type KubernetesObject } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import type { DisruptionCluster } from '../cluster.js';
import { keyOf, uidOf } from '../stored.js';
import { scaledLists } from './controllers.js';

/** A uid that several objects share. The API server assigns each uid once, so the input is wrong. */
export interface DuplicateUid {
  /** The uid. */
  readonly uid: string;
  /** Kinds, namespaces and names of the objects, such as `ReplicaSet shop/web`. */
  readonly objects: readonly string[];
}

type Uids = ReadonlyMap<string, DuplicateUid>;

/** An object with its kind, which objects of a list do not have. */
type KindAndObject = readonly [kind: string, object: KubernetesObject<unknown, unknown>];

/** The uids that several objects have. */
export function duplicateUids(objects: readonly KindAndObject[]): Uids {
  const first = new Map<string, KindAndObject>();
  const duplicates = new Map<string, { uid: string; objects: string[] }>();
  for (const each of objects) {
    const uid = uidOf(each[1]);
    const other = first.get(uid);
    if (other === undefined) {
      first.set(uid, each);
    } else if (uid !== '') {
      const found = duplicates.get(uid) ?? { uid, objects: [nameOfObject(other)] };
      found.objects.push(nameOfObject(each));
      duplicates.set(uid, found);
    }
  }
  return duplicates;
}

function nameOfObject([kind, object]: KindAndObject): string {
  return `${kind} ${keyOf(object)}`;
}

/** The uids that several controllers of a cluster have. */
export function controllerDuplicates(cluster: DisruptionCluster): Uids {
  return duplicateUids(
    scaledLists(cluster).flatMap(([{ kind }, list]) =>
      fields({ list }, ABSENT).each('list', ({ value }) => [kind, value] as const),
    ),
  );
}
