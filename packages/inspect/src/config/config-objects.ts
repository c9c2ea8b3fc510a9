import type { ConfigReference } from '@kubesem/config';
import { type ConfigMap, type Problem as CoreProblem, type Secret } from '@kubesem/core';
import { ABSENT, fields, pathBelow, problemOf } from '@kubesem/core/internal';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import type { ConfigReferenceProblemCode } from '../problem.js';
import { isStored } from '../report/identify.js';
import type { ObjectIdentity } from '../report/report.js';

type Kind = ConfigReference['kind'];

/** The keys of a ConfigMap or Secret. */
interface KnownKeys {
  /** Of texts, which variables can use. */
  readonly texts: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** The controller manager keeps it in every namespace, so a list of all ConfigMaps of a namespace has it. */
const IN_EVERY_NAMESPACE = 'kube-root-ca.crt';

/**
 * The ConfigMaps and Secrets of files. Of one that is defined several times, the last definition counts, but a manifest updates
 * what is stored.
 */
export class ConfigObjects {
  private readonly objects = new Map<string, KnownKeys>();
  private readonly manifests = new Set<string>();
  /** Kinds and namespaces of stored objects. */
  private readonly listed = new Set<string>();

  /** Adds an object if it is a ConfigMap or Secret. */
  add(placed: ManifestObject, { namespace, name }: ObjectIdentity): void {
    const { apiVersion, kind, object } = placed;
    if (apiVersion !== 'v1' || (kind !== CONFIG_MAP.kind && kind !== SECRET.kind)) {
      return;
    }
    if (isStored(placed)) {
      this.listed.add(keyOf(kind, namespace, ''));
    }
    const given = fields(object as ConfigMap & Secret, ABSENT);
    const keysIn = (field: 'data' | 'binaryData' | 'stringData') =>
      Object.keys(given.at(field).value);
    const texts = [...keysIn('data'), ...(kind === SECRET.kind ? keysIn('stringData') : [])];
    const all = new Set([...texts, ...(kind === SECRET.kind ? [] : keysIn('binaryData'))]);
    const key = keyOf(kind, namespace, name);
    if (!isStored(placed) || !this.manifests.has(key)) {
      this.objects.set(key, { texts: new Set(texts), all });
    }
    if (!isStored(placed)) {
      this.manifests.add(key);
    }
  }

  /**
   * Lists the references of a Pod that cannot be satisfied.
   *
   * A missing object is a problem only if the files list all objects of its kind and namespace, as a dump of the cluster
   * does: manifests may refer to what others create. A missing key is a problem unless the object is a manifest without data,
   * which something else fills in.
   */
  *problems(
    namespace: string,
    references: readonly ConfigReference[],
  ): Generator<CoreProblem<ConfigReferenceProblemCode>, void> {
    for (const { kind, name, use, keys = [], isOptional, segments } of references) {
      const isNeeded = !isOptional && use !== 'IMAGE_PULL' && use !== 'VOLUME_PLUGIN';
      const known = this.objects.get(keyOf(kind, namespace, name));
      const path = pathBelow(undefined, segments);
      if (isNeeded && known === undefined && this.isComplete(kind, namespace)) {
        yield problemOf({
          severity: 'warning',
          code: kind === SECRET.kind ? 'SECRET_NOT_FOUND' : 'CONFIG_MAP_NOT_FOUND',
          path,
          value: name,
          message: `namespace ${namespace} has no ${kind} "${name}", so the Pod cannot start`,
        });
      }
      if (!isNeeded || known === undefined || known.all.size === 0) {
        continue;
      }
      const found = use === 'ENV' ? known.texts : known.all;
      for (const key of keys.filter((each) => !found.has(each))) {
        yield problemOf({
          severity: 'warning',
          code: 'KEY_NOT_FOUND',
          path,
          value: key,
          message: `${kind} "${name}" has no key "${key}", so the Pod cannot start`,
        });
      }
    }
  }

  /** Whether the files have all objects of a kind and namespace. */
  private isComplete(kind: Kind, namespace: string): boolean {
    const isDumped =
      this.listed.has(keyOf(CONFIG_MAP.kind, namespace, '')) &&
      this.objects.has(keyOf(CONFIG_MAP.kind, namespace, IN_EVERY_NAMESPACE));
    return isDumped && this.listed.has(keyOf(kind, namespace, ''));
  }
}

function keyOf(kind: Kind, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}
