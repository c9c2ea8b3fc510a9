import { kindOf } from '@kubesem/core/kinds';

type Text = string | null | undefined;

/** An object with its kind and name. */
export interface ManifestLike {
  readonly apiVersion?: Text;
  readonly kind?: Text;
  readonly metadata?: { readonly name?: Text; readonly namespace?: Text } | null | undefined;
}

/**
 * Returns the path of an object in the API.
 *
 * @param object - object of a built-in kind; without a name, the path of its list
 * @returns the path
 */
export function pathOf(object: ManifestLike): string {
  const kind = kindOf(object);
  if (kind === undefined) {
    throw new Error(`unknown kind ${object.apiVersion} ${object.kind}`);
  }
  const { name, namespace } = object.metadata ?? {};
  const version = object.apiVersion as string;
  return [
    version.includes('/') ? `/apis/${version}` : `/api/${version}`,
    kind.namespaced ? `/namespaces/${namespace ?? 'default'}` : '',
    `/${kind.plural}`,
    name ? `/${name}` : '',
  ].join('');
}
