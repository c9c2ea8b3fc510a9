import { objectOf, textOf } from '../field/lenient.js';
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
 * @param name - plural, singular or short name, or the kind, in any case; with the group, or the version and the group, after a dot
 * if needed, such as `deployments.apps` or `deployments.v1.apps`
 * @returns the kind; of several of that name, the one that kubectl prefers; undefined for other names
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
 * Source: `k8s.io/client-go/restmapper` v0.37.1, `shortcutExpander`; `k8s.io/apimachinery/pkg/api/meta` v0.37.1,
 * `DefaultRESTMapper.ResourcesFor`.
 */
export function kindNamed(name: string): Kind | undefined {
  const [word = '', ...suffix] = name.toLowerCase().split('.');
  const named = BUILT_IN_KINDS.filter(
    ({ plural, singular, shortNames }) =>
      word === plural || word === singular || shortNames.includes(word),
  );
  if (suffix.length === 0) {
    return named[0];
  }
  const text = suffix.join('.');
  return (
    named.find(({ group, versions }) =>
      [group, ...versions.map((version) => `${version}.${group}`)].includes(text),
    ) ?? named.find(({ group }) => text !== '' && group.startsWith(text))
  );
}

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
