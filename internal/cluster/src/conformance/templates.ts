import type { ObjectMeta, Pod, PodSpec, PodTemplateSpec } from '@kubesem/core';

/** A kind that is known when the object is written. */
interface Typed<Version extends string, Name extends string> {
  readonly apiVersion: Version;
  readonly kind: Name;
}

/** Steers the kubelet of the cluster: see `control-plane/life.go`. */
export type Life = Readonly<Record<string, string>>;

/**
 * Returns the annotations that steer the kubelet of the cluster.
 *
 * @param life - names without their prefix, and values
 * @returns the annotations
 */
export function annotations(life: Life): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(life).map(([name, value]) => [`cluster.kubesem/${name}`, value]),
  );
}

/**
 * Returns a Pod.
 *
 * @param metadata - its metadata
 * @param spec - fields of its spec, instead of a container `app`
 * @param life - how the kubelet of the cluster plays it
 * @returns the Pod
 */
export function pod(
  metadata: ObjectMeta,
  spec: object = {},
  life: Life = {},
): Typed<'v1', 'Pod'> & { readonly metadata: ObjectMeta & { name: string } } & Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      name: metadata.name ?? '',
      annotations: { ...metadata.annotations, ...annotations(life) },
    },
    spec: { containers: [{ name: 'app', image: 'app' }], ...(spec as PodSpec) },
  };
}

/**
 * Returns a Pod template.
 *
 * @param app - value of its label `app`
 * @param spec - fields of its spec, instead of a container `app`
 * @param life - how the kubelet of the cluster plays its Pods
 * @returns the template
 */
export function template(app: string, spec: object = {}, life: Life = {}): PodTemplateSpec {
  return {
    metadata: { labels: { app }, annotations: annotations(life) },
    spec: { containers: [{ name: 'app', image: 'app:1' }], ...(spec as PodSpec) },
  };
}
