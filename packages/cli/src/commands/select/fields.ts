import { objectOf, objectsOf, textOf } from '@kubesem/core';
import { CUSTOM_RESOURCE_DEFINITION } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import type { CustomSelectableField } from '@kubesem/selectors';

/** The fields of custom resources that selectors can read, from the CustomResourceDefinitions of the input. */
export class CustomFields {
  private readonly byKind = new Map<string, readonly CustomSelectableField[]>();

  /** Adds an object if it is a CustomResourceDefinition. */
  add({ apiVersion, kind, object }: ManifestObject): void {
    if (
      apiVersion !== CUSTOM_RESOURCE_DEFINITION.apiVersion ||
      kind !== CUSTOM_RESOURCE_DEFINITION.kind
    ) {
      return;
    }
    const spec = objectOf(object.spec as CustomResourceSpec);
    const group = textOf(spec.group);
    for (const version of objectsOf(spec.versions)) {
      const fields = objectsOf(version.selectableFields);
      const paths = fields.map(({ jsonPath }) => textOf(jsonPath));
      this.byKind.set(
        keyOf(`${group}/${textOf(version.name)}`, textOf(objectOf(spec.names).kind)),
        paths.filter((path) => path !== '').map((jsonPath) => ({ jsonPath })),
      );
    }
  }

  /** The fields of a kind; undefined if no definition names it. */
  fieldsOf({
    apiVersion,
    kind,
  }: Pick<ManifestObject, 'apiVersion' | 'kind'>): readonly CustomSelectableField[] | undefined {
    return this.byKind.get(keyOf(apiVersion, kind));
  }
}

/** The fields that are read; each can have any type in a dump. */
interface CustomResourceSpec {
  readonly group?: string;
  readonly names?: { readonly kind?: string };
  readonly versions?: readonly CustomResourceVersion[];
}

interface CustomResourceVersion {
  readonly name?: string;
  readonly selectableFields?: readonly CustomSelectableField[];
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
