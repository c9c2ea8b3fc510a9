import type { ObjectMeta, PodTemplateSpec } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';

/** An object with a template whose labels become its own. */
interface Labelled {
  readonly metadata?: ObjectMeta | null | undefined;
  readonly spec?: { readonly template?: PodTemplateSpec | null | undefined } | null | undefined;
}

/** The metadata with the labels of the template, unless the object has labels. */
export function labelsOfTemplate(object: Fields<Labelled>): Pick<Labelled, 'metadata'> {
  const metadata = object.at('metadata');
  const own = metadata.at('labels').value;
  const labels = object.at('spec').at('template').at('metadata').at('labels').value;
  const isFilledIn = isEmptyMap(own) && !isEmptyMap(labels);
  return isFilledIn ? { metadata: { ...metadata.value, labels: { ...labels } } } : {};
}

/** Whether a map, such as labels, has no entry. */
export function isEmptyMap(map: object): boolean {
  return Object.values(map).every((value) => value === undefined);
}
