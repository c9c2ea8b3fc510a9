import { type ObjectMeta, objectNamespace } from '@kubesem/core';
import {
  ABSENT,
  exampleOfGeneratedName,
  type Fields,
  fields,
  maskTrailingDash,
  THROW,
} from '@kubesem/core/internal';
import { EVENT } from '@kubesem/core/kinds';
import { checkAnnotations, checkLabels } from './labels.js';
import { checkName, type Syntax } from './names.js';

/**
 * Opens the stored object that is updated; an absent one if the object is new. What is wrong with it is not reported, but read as
 * absent: the server has checked it before.
 *
 * @throws {@link FieldError} with code `INVALID_TYPE` if the options are not an object
 */
export function storedObject<T extends object>(
  options: { readonly old?: T | null | undefined } | null | undefined,
): Fields<T> {
  return fields(fields(options, THROW).value.old, ABSENT);
}

/** An object with metadata. */
interface WithMetadata {
  readonly metadata?: ObjectMeta | null | undefined;
}

/**
 * Checks the metadata of an object: its name, namespace, labels, annotations, owners and finalizers.
 *
 * Source: `k8s.io/apimachinery/pkg/api/validation` v0.37.1, `ValidateObjectMeta`.
 *
 * @param object - the new or updated object
 * @param syntax - the syntax of its name
 * @param old - the stored object; an absent one if the object is new
 */
export function checkObjectMeta<T extends WithMetadata>(
  object: Fields<T>,
  syntax: Syntax,
  old: Fields<T>,
): void {
  const metadata = (object as Fields<WithMetadata>).at('metadata');
  const generateName = metadata.text('generateName');
  if (generateName !== '') {
    const masked = maskTrailingDash(generateName);
    checkName(metadata, 'generateName', syntax, generateName, masked);
  }
  // The server generates the name only of a new object, before it checks it.
  const isGenerated = generateName !== '' && !old.isPresent;
  const name = metadata.text('name') || (isGenerated ? exampleOfGeneratedName(generateName) : '');
  if (name === '') {
    metadata.required('name', 'name or generateName is required');
  } else {
    checkName(metadata, 'name', syntax, name);
  }
  checkName(metadata, 'namespace', 'dns1123Label', namespaceOf(metadata, old));
  checkLabels(metadata, 'labels');
  checkAnnotations(metadata, 'annotations');
  checkOwners(metadata);
  checkFinalizers(metadata);
}

/** Source: `k8s.io/apimachinery/pkg/api/validation` v0.37.1, `ValidateOwnerReferences`. */
function checkOwners(metadata: Fields<ObjectMeta>): void {
  let controller: string | undefined;
  metadata.each('ownerReferences', (owner) => {
    const [apiVersion, kind] = [owner.text('apiVersion'), owner.text('kind')];
    if (apiVersion !== '' && !/^([^/]*\/)?[^/]+$/.test(apiVersion)) {
      owner.invalid('apiVersion', 'must be <group>/<version> or <version>', apiVersion);
    }
    for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      if (owner.text(field) === '') {
        owner.required(field, 'must not be empty');
      }
    }
    if (kind === EVENT.kind && apiVersion.replace(/^\//, '') === EVENT.apiVersion) {
      owner.invalid(owner.path, '/v1, Kind=Event is disallowed from being an owner');
    }
    if (owner.flag('controller') === true) {
      const name = `${kind}/${owner.text('name')}`;
      if (controller !== undefined) {
        const message = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
        metadata.invalid('ownerReferences', message);
      }
      controller ??= name;
    }
  });
}

/** The finalizers without a prefix. Source: `k8s.io/kubernetes/pkg/apis/core/helper` v1.37.1, `IsStandardFinalizerName`. */
const FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];

/**
 * Source: `k8s.io/apimachinery/pkg/api/validation` v0.37.1, `ValidateFinalizers`; `k8s.io/kubernetes/pkg/apis/core/validation`
 * v1.37.1, `validateKubeFinalizerName`.
 */
function checkFinalizers(metadata: Fields<ObjectMeta>): void {
  const finalizers = metadata.texts('finalizers');
  finalizers.forEach((finalizer, index) => {
    checkName(metadata, 'finalizers', 'qualifiedName', finalizer);
    if (!finalizer.includes('/') && !FINALIZERS.includes(finalizer)) {
      const message = 'name is neither a standard finalizer name nor is it fully qualified';
      metadata.invalid(['finalizers', index], message, finalizer);
    }
  });
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const message = 'finalizer orphan and foregroundDeletion cannot be both set';
    metadata.invalid('finalizers', message);
  }
}

/**
 * Checks that an update keeps the name and the namespace.
 *
 * Source: `k8s.io/apimachinery/pkg/api/validation` v0.37.1, `ValidateObjectMetaUpdate`.
 */
export function checkObjectMetaUpdate<T extends WithMetadata>(
  object: Fields<T>,
  old: Fields<T>,
): void {
  const metadata = (object as Fields<WithMetadata>).at('metadata');
  const before = (old as Fields<WithMetadata>).at('metadata');
  checkUnchanged(metadata, 'name', metadata.text('name'), before.text('name'));
  const namespace = namespaceOf(metadata, old);
  checkUnchanged(metadata, 'namespace', namespace, objectNamespace(old.value));
}

/** The namespace; without one of its own, an object is in that of the request. */
function namespaceOf(metadata: Fields<ObjectMeta>, old: Fields<WithMetadata>): string {
  return metadata.text('namespace') || objectNamespace(old.value);
}

/**
 * Checks that an update keeps a field.
 *
 * Source: `k8s.io/apimachinery/pkg/api/validation` v0.37.1, `ValidateImmutableField`.
 */
export function checkUnchanged<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
  value: string,
  before: string,
): void {
  if (value !== before) {
    object.invalid(field, 'field is immutable', value);
  }
}
