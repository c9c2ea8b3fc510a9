import type { KubernetesObject } from '../api/meta/kubernetes-object.js';
import { fields } from '../field/fields.js';
import { ABSENT } from '../field/policy.js';
import { objectOf } from '../field/read.js';
import { apiGroupOf } from '../names/api-versions.js';
import { isNamespacedKind } from '../names/namespaced-kind.js';
import { objectNamespace } from '../names/object-namespace.js';
import { originOf } from '../names/origin-of.js';

/** A definition of an object. The items of a typed list need not repeat its version and kind. */
export interface Definition {
  /** API group and version. */
  readonly apiVersion: string;
  /** Kind. */
  readonly kind: string;
  /** The object. */
  readonly object: KubernetesObject<object, unknown>;
}

/** An object of any kind. */
type AnyObject = KubernetesObject<object, unknown>;

/**
 * Finds out which definitions are of one object: those of a group, kind, namespace and name, because a cluster has one object of
 * a name. A definition without a name is always of a new object.
 *
 * @internal
 */
export class Definitions<Kept> {
  // Not private: two copies of this package can be in one app, and private fields would make their types differ.
  /** @internal */
  readonly byScope: Map<string, Map<string, Kept>> = new Map();

  /** Returns what is kept of an earlier definition of the object; undefined if this is the first, of which `next` is kept. */
  earlier(definition: Definition, next: Kept): Kept | undefined {
    const { namespace, name } = definedName(definition);
    if (name === '') {
      return undefined;
    }
    const scope = `${apiGroupOf(definition.apiVersion)} ${definition.kind} ${namespace}`;
    const names = this.byScope.get(scope) ?? new Map<string, Kept>();
    this.byScope.set(scope, names);
    const known = names.get(name);
    if (known === undefined) {
      names.set(name, next);
    }
    return known;
  }
}

/**
 * The name of an object, and its namespace, which is empty for a kind outside of namespaces.
 *
 * @internal
 */
export function definedName({ apiVersion, kind, object }: Definition): {
  readonly namespace: string;
  readonly name: string;
} {
  const namespace = isNamespacedKind(apiVersion, kind) ? objectNamespace(object) : '';
  return { namespace, name: fields<AnyObject>(object, ABSENT).at('metadata').text('name') };
}

/**
 * Combines two definitions of an object: the later one counts. A manifest, before or after a stored object, updates it: what it
 * leaves out of the metadata and the spec stays, such as a cluster IP, and so does the status.
 *
 * @internal
 */
export function updatedObject(before: AnyObject, next: AnyObject): AnyObject {
  if (originOf(before) === originOf(next)) {
    return next;
  }
  const [stored, manifest] = originOf(next) === 'STORED' ? [next, before] : [before, next];
  const metadata = { ...objectOf(stored.metadata), ...objectOf(manifest.metadata) };
  const spec = stored.spec && { ...objectOf(stored.spec), ...objectOf(manifest.spec) };
  return { ...stored, ...manifest, metadata, ...(spec && { spec }) };
}
