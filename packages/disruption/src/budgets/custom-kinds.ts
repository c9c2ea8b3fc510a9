import { apiGroupOf, type ObjectMeta } from '@kubesem/core';
import { ABSENT, type Fields, fields, goQuote } from '@kubesem/core/internal';
import type { ApiKind, DisruptionCluster, ObjectScale } from '../cluster.js';
import { nameOf, namespaceOf, uidOf } from '../stored.js';

/** A CustomResourceDefinition of `apiextensions.k8s.io/v1`, as far as scales depend on it. */
export interface ScaleDefinition {
  /** Its group, kind and versions. */
  readonly spec?:
    | {
        /** API group, such as `argoproj.io`. */
        readonly group?: string | null | undefined;
        /** How the kind is called. */
        readonly names?:
          | {
              /** Kind, such as `Rollout`. */
              readonly kind?: string | null | undefined;
              /** Plural in lower case, such as `rollouts`. */
              readonly plural?: string | null | undefined;
            }
          | null
          | undefined;
        /** Versions. */
        readonly versions?: readonly ScaleVersion[] | null | undefined;
      }
    | null
    | undefined;
}

/** A version of a CustomResourceDefinition. */
export interface ScaleVersion {
  /** Name, such as `v1alpha1`. */
  readonly name?: string | null | undefined;
  /** Whether the API server serves it. */
  readonly served?: boolean | null | undefined;
  /** Its subresources. */
  readonly subresources?:
    | {
        /** The scale; absent if the kind has none. */
        readonly scale?:
          | {
              /** Path of the number of replicas, such as `.spec.replicas`. */
              readonly specReplicasPath?: string | null | undefined;
            }
          | null
          | undefined;
      }
    | null
    | undefined;
}

/** An object of a kind that is not built in. */
export interface CustomObject {
  /** Group and version, such as `argoproj.io/v1alpha1`. */
  readonly apiVersion?: string | null | undefined;
  /** Kind, such as `Rollout`. */
  readonly kind?: string | null | undefined;
  /** Its name, namespace and uid. */
  readonly metadata?: ObjectMeta | null | undefined;
}

/**
 * Reads the kinds and scales of custom resources, for controllers of Pods that are not built in. The result is a part of a
 * {@link DisruptionCluster}. Kinds that no CustomResourceDefinition defines stay unknown, and so does a kind with a scale of
 * which there is no object.
 *
 * @param definitions - the CustomResourceDefinitions
 * @param objects - the objects of their kinds; others do not matter
 * @returns the kinds, and the scales of the objects
 *
 * @example
 * ```ts
 * import { customKinds, pdbStatus } from '@kubesem/disruption';
 *
 * const names = { kind: 'Rollout', plural: 'rollouts' };
 * const scale = { specReplicasPath: '.spec.replicas' };
 * const versions = [{ name: 'v1', served: true, subresources: { scale } }];
 * const rollout = {
 *   apiVersion: 'x.io/v1',
 *   kind: 'Rollout',
 *   metadata: { name: 'web', uid: 'u1' },
 *   spec: { replicas: 3 },
 * };
 * const { kinds, scales } = customKinds([{ spec: { group: 'x.io', names, versions } }], [rollout]);
 * kinds // => [{ apiVersion: 'x.io/v1', kind: 'Rollout', resource: 'rollouts', hasScale: true }]
 * scales?.[0]?.replicas // => 3
 * ```
 *
 * Source: `k8s.io/apiextensions-apiserver/pkg/registry/customresource` v0.37.1, `ScaleREST.Get`, `scaleFromCustomResource`.
 */
export function customKinds(
  definitions: readonly ScaleDefinition[],
  objects: readonly CustomObject[],
): Pick<DisruptionCluster, 'kinds' | 'scales' | 'lacksKinds'> {
  const given = fields({ definitions, objects }, ABSENT);
  const versions = new Map(given.objects('definitions').flatMap(versionsOf));
  const scales: ObjectScale[] = [];
  const withObjects = new Set<string>();
  for (const object of given.objects('objects')) {
    const found = versions.get(`${object.text('apiVersion')} ${object.text('kind')}`);
    if (found?.scalePath !== undefined) {
      withObjects.add(groupKindOf(found.kind));
      scales.push(scaleOf(object.value, found.kind, found.scalePath));
    }
  }
  const kinds = [...versions.values()]
    .filter(({ isServed }) => isServed)
    .map(({ kind }) => kind)
    .filter((kind) => kind.hasScale !== true || withObjects.has(groupKindOf(kind)));
  return { kinds, scales, lacksKinds: true };
}

interface KnownVersion {
  readonly kind: ApiKind;
  readonly isServed: boolean;
  readonly scalePath: string | undefined;
}

function versionsOf(
  definition: Fields<ScaleDefinition>,
): readonly (readonly [string, KnownVersion])[] {
  const spec = definition.at('spec');
  const names = spec.at('names');
  return spec.each('versions', (version) => {
    const subresources = version.at('subresources');
    const hasScale = subresources.has('scale');
    const apiVersion = `${spec.text('group')}/${version.text('name')}`;
    const [kind, resource] = [names.text('kind'), names.text('plural')];
    const known = {
      kind: { apiVersion, kind, resource, hasScale },
      isServed: version.flag('served') === true,
      scalePath: hasScale ? subresources.at('scale').text('specReplicasPath') : undefined,
    };
    return [`${apiVersion} ${kind}`, known] as const;
  });
}

function scaleOf(object: CustomObject, { apiVersion, kind }: ApiKind, path: string): ObjectScale {
  const value = path
    .replace(/^\./, '')
    .split('.')
    .reduce<unknown>((at, name) => {
      const parent = fields(at as { readonly [name: string]: unknown }, ABSENT).value;
      return Object.prototype.hasOwnProperty.call(parent, name) ? parent[name] : undefined;
    }, object);
  const replicas = Number.isSafeInteger(value) ? (value as number) : undefined;
  return {
    ...{ apiVersion, kind, namespace: namespaceOf(object), name: nameOf(object) },
    uid: uidOf(object),
    // The API server cuts it to 32 bits.
    replicas: (replicas ?? 0) | 0,
    ...(replicas === undefined && {
      failure: `Internal error occurred: the spec replicas field ${goQuote(path)} does not exist`,
    }),
  };
}

/** A kind in all its versions. */
function groupKindOf({ apiVersion, kind }: ApiKind): string {
  return `${apiGroupOf(apiVersion)} ${kind}`;
}
