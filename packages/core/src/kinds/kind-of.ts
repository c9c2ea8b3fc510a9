import { objectOf, textOf } from '../field/read.js';
import { BUILT_IN_KINDS } from './built-in.js';
import type { Kind } from './kind.js';

const BY_VERSION: ReadonlyMap<string, Kind> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ BUILT_IN_KINDS.flatMap((each) =>
    each.versions.map((version) => [
      `${each.group === '' ? '' : `${each.group}/`}${version} ${each.kind}`,
      each,
    ]),
  ),
);

/**
 * Finds the built-in kind of an object.
 *
 * @param object - object with `apiVersion` and `kind`
 * @returns its kind; undefined for a custom resource, for a version that the release does not serve, and for a field of the
 * wrong type
 *
 * @example
 * ```ts
 * import { kindOf } from '@kubesem/core/kinds';
 *
 * kindOf({ apiVersion: 'apps/v1', kind: 'Deployment' })?.plural // => 'deployments'
 * kindOf({ apiVersion: 'extensions/v1beta1', kind: 'Deployment' }) // => undefined
 * ```
 *
 * Source: the discovery documents of `k8s.io/kubernetes` v1.37.1, `api/discovery`.
 */
export function kindOf(object: object): Kind | undefined {
  const { apiVersion, kind }: { apiVersion?: unknown; kind?: unknown } = objectOf(object);
  return BY_VERSION.get(`${textOf(apiVersion)} ${textOf(kind)}`);
}

/**
 * Finds the built-in kind that kubectl reads a name as.
 *
 * @param name - plural, singular or short name, or the kind; with the group, or the version and the group, after a dot if
 * needed, such as `deployments.apps` or `deployments.v1.apps`. The start of a group is enough. Case matters only in short
 * names, groups and versions.
 * @returns the kind; of several of that name, the one that kubectl prefers; undefined for other names, and for kinds of lists
 * such as `PodList`
 *
 * @example
 * ```ts
 * import { kindNamed } from '@kubesem/core/kinds';
 *
 * kindNamed('deploy')?.kind // => 'Deployment'
 * kindNamed('events.events.k8s.io')?.apiVersion // => 'events.k8s.io/v1'
 * kindNamed('gateways') // => undefined
 * ```
 *
 * Source: `k8s.io/cli-runtime/pkg/resource` v0.37.1, `mappingFor`; `k8s.io/client-go/restmapper` v0.37.1, `shortcutExpander`;
 * `k8s.io/apimachinery/pkg/api/meta` v0.37.1, `DefaultRESTMapper.KindsFor`.
 */
export function kindNamed(name: string): Kind | undefined {
  const [word = '', second = '', ...rest] = name.split('.');
  const versioned = rest.length > 0 ? findKind(word, rest.join('.'), second) : undefined;
  return versioned ?? findKind(word, [second, ...rest].join('.'), '');
}

/** Finds a kind by a name, and by its group and version unless they are empty. */
function findKind(word: string, group: string, version: string): Kind | undefined {
  const ofGroup = group === '' ? BUILT_IN_KINDS : BUILT_IN_KINDS.filter(isOf(group));
  const short = ofGroup.some(isNamed(word)) ? undefined : ofGroup.find(hasShort(word));
  if (short !== undefined) {
    // kubectl ignores the version after a short name.
    return short;
  }
  const isServed = ({ versions }: Kind) => version === '' || versions.includes(version);
  const isFull = isNamed(word.toLowerCase());
  const found = ofGroup.find((each) => isFull(each) && isServed(each));
  if (found !== undefined || group === '') {
    return found;
  }
  const similar = BUILT_IN_KINDS.filter((each) => each.group.startsWith(group));
  return (
    similar.filter(hasShort(word)).find(isServed) ??
    (version === '' ? similar.find(isFull) : undefined)
  );
}

const isOf = (group: string) => (kind: Kind) => kind.group === group;
const isNamed =
  (word: string) =>
  ({ plural, singular }: Kind) =>
    word === plural || word === singular;
const hasShort =
  (word: string) =>
  ({ shortNames }: Kind) =>
    shortNames.includes(word);

/**
 * Returns the Pod template of an object.
 *
 * @param object - object of any kind, as it is stored or written
 * @returns its template; a Pod itself; undefined for an object of a kind without one, or without one in it
 *
 * @example
 * ```ts
 * import { podTemplateOf } from '@kubesem/core/kinds';
 *
 * const template = { spec: { containers: [{ name: 'app' }] } };
 * podTemplateOf({ apiVersion: 'batch/v1', kind: 'Job', spec: { template } }) // => { spec: { containers: [{ name: 'app' }] } }
 * podTemplateOf({ apiVersion: 'v1', kind: 'Service' }) // => undefined
 * ```
 *
 * Source: the OpenAPI documents of `k8s.io/kubernetes` v1.37.1, `api/openapi-spec`: the fields of type `PodTemplateSpec`.
 */
export function podTemplateOf(object: object): object | undefined {
  let value: unknown = object;
  for (const segment of kindOf(object)?.templateSegments ?? [undefined]) {
    if (segment === undefined || typeof value !== 'object' || value === null) {
      return undefined;
    }
    value = (value as { readonly [name: string]: unknown })[segment];
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
