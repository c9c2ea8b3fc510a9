import { objectOf, objectsOf, readObject, readString, textOf } from '@kubesem/core';
import { CUSTOM_RESOURCE_DEFINITION } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import {
  type CustomSelectableField,
  explainFieldMatch,
  explainLabelMatch,
  type FieldMatchExplanation,
  type FieldRequirement,
  fieldSelectorProblems,
  type LabelMatchExplanation,
  type LabelRequirement,
  type SelectableObject,
  selectableFields,
} from '@kubesem/selectors';

/** What selects objects. Absent selectors select everything. */
export interface Selection {
  readonly labels?: readonly LabelRequirement[] | undefined;
  readonly fields?: readonly FieldRequirement[] | undefined;
}

/** An object, and whether it is selected. */
export interface SelectModel
  extends Pick<ManifestObject, 'file' | 'line' | 'item' | 'apiVersion' | 'kind'> {
  /** Empty if it has none. */
  readonly namespace: string;
  readonly name: string;
  readonly matches: boolean;
  /** The first requirement that is not met, or else all of them. */
  readonly reason: string;
  readonly labels?: LabelMatchExplanation | undefined;
  readonly fields?: FieldMatchExplanation | undefined;
  /** Fields of the selector that the kind does not have. */
  readonly unknownFields: readonly string[];
}

/**
 * Compares an object with selectors.
 *
 * @param placed - an object, and where it is
 * @param selection - the selectors
 * @param custom - of a custom resource: the fields that its definition adds
 * @returns whether it is selected, and why
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field that is compared has the wrong
 *   JSON type
 */
export function selectModel(
  { file, line, item, apiVersion, kind, object }: ManifestObject,
  selection: Selection,
  custom?: readonly CustomSelectableField[],
): SelectModel {
  const { metadata, ...rest } = object as SelectableObject;
  const { name, namespace, labels } = readObject(metadata, METADATA) ?? {};
  const byLabels = selection.labels && explainLabelMatch(selection.labels, labels);
  const selectable = { ...rest, metadata, apiVersion, kind };
  const options = { selectableFields: custom };
  const problems = fieldSelectorProblems(selectable, selection.fields ?? [], options);
  const byFields =
    selection.fields &&
    problems.length === 0 &&
    explainFieldMatch(selection.fields, selectableFields(selectable, options));
  const explanations = [byLabels, byFields].filter((each) => typeof each === 'object');
  const failed = explanations.find(({ matches }) => !matches);
  const texts = failed === undefined ? explanations.map(({ text }) => text) : [failed.text];
  return {
    ...{ file, line, item, apiVersion, kind },
    namespace: readString(namespace, { parent: METADATA, segment: 'namespace' }),
    name: readString(name, { parent: METADATA, segment: 'name' }),
    matches: problems.length === 0 && failed === undefined,
    reason: problems[0]?.message ?? texts.join('; '),
    ...(byLabels && { labels: byLabels }),
    ...(byFields && { fields: byFields }),
    unknownFields: problems.flatMap(({ value }) => value ?? []),
  };
}

const METADATA = { parent: undefined, segment: 'metadata' } as const;

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
