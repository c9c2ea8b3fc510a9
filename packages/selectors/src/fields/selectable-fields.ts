// The fields that a field selector can read.
// Source: `k8s.io/kubernetes/pkg/registry` v1.37.1, the functions `GetAttrs`;
// `k8s.io/apiextensions-apiserver/pkg/registry/customresource` v0.37.1.
// Which fields of which kinds field selectors can read.
// Source: `k8s.io/kubernetes/pkg/apis` v1.37.1, the calls of `AddFieldLabelConversionFunc`.
import {
  apiGroupOf,
  type FieldProblem,
  fieldPath,
  isNamespacedKind,
  type ObjectMeta,
} from '@kubesem/core';
import {
  ABSENT,
  bareObject,
  displayText,
  type Fields,
  fieldProblem,
  fields,
  THROW,
} from '@kubesem/core/internal';
import type { FieldRequirement } from './field-selector.js';

/** A kind of object. */
export interface ObjectKind {
  /** API group and version, such as `apps/v1`. */
  readonly apiVersion?: string | null | undefined;
  /** Kind, such as `Deployment`. */
  readonly kind?: string | null | undefined;
}

/** An object of any kind. */
export interface SelectableObject extends ObjectKind {
  /** Name, namespace and labels. */
  readonly metadata?: ObjectMeta | null | undefined;
}

/** A field of a custom resource that selectors can read. */
export interface CustomSelectableField {
  /** The path of the field, such as `.spec.color`. */
  readonly jsonPath: string;
}

/** Options of {@link selectableFields} and {@link fieldSelectorProblems}. */
export interface SelectableFieldsOptions {
  /** For a custom resource: `selectableFields` of its version in the CustomResourceDefinition. */
  readonly selectableFields?: readonly CustomSelectableField[] | null | undefined;
}

interface SourcedField extends FieldSource {
  /** Whether the value may be a string, a boolean or an integer. */
  readonly isCustom?: boolean;
}

function fieldsOf(
  { apiVersion, kind }: KindNames,
  options: SelectableFieldsOptions,
): readonly SourcedField[] {
  const added = fields(options, ABSENT).each('selectableFields', (each): SourcedField => {
    const field = each.text('jsonPath').replace(/^\./, '');
    return { field, sources: [field], zero: '', isCustom: true };
  });
  return [...fieldsOfKind(apiVersion, kind), ...added];
}

interface KindNames {
  readonly apiVersion: string;
  readonly kind: string;
}

function kindNames(object: ObjectKind): KindNames {
  const given = fields(object, ABSENT);
  return { apiVersion: given.text('apiVersion'), kind: given.text('kind') };
}

/**
 * Returns the fields of an object that a field selector can read, with their values.
 *
 * Only few fields can be selected, and which depends on the kind. Besides its name and namespace, most kinds have none.
 * `spec.host` of a Pod is its `spec.nodeName`; `status.podIPs` is accepted but always empty. Custom resources have the
 * fields that their definition lists.
 *
 * The object is read as it is stored. The API server also fills in defaults, such as the `type` of a Service.
 *
 * @param object - the object, with `apiVersion` and `kind`
 * @param options - the fields of a custom resource
 * @returns the values by field; an absent value is an empty string, `false` or `0`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if such a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { selectableFields } from '@kubesem/selectors';
 *
 * const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } };
 * selectableFields(node) // => { 'metadata.name': 'node-1', 'spec.unschedulable': 'false' }
 *
 * const widget = { apiVersion: 'example.com/v1', kind: 'Widget', spec: { size: 3 } };
 * const fields = selectableFields(widget, { selectableFields: [{ jsonPath: '.spec.size' }] });
 * fields['spec.size'] // => '3'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/pod` v1.37.1, `ToSelectableFields`, and the functions of other kinds;
 * `k8s.io/apiextensions-apiserver/pkg/registry/customresource` v0.37.1, `customResourceStrategy.selectableFields`.
 */
export function selectableFields(
  object: SelectableObject,
  options: SelectableFieldsOptions = {},
): { readonly [field: string]: string } {
  const root = fields<Tree>(object as Tree, THROW);
  const kind = kindNames(object);
  const hasNamespace = isNamespacedKind(kind.apiVersion, kind.kind);
  return bareObject(
    fieldsOf(kind, options).map((each) => [each.field, each] as const),
    (each) => (each.field === 'metadata.namespace' && !hasNamespace ? '' : valueOf(root, each)),
  );
}

/** An object of any kind, whose fields have names from a table or from a CustomResourceDefinition. */
type Tree = { readonly [name: string]: Tree | undefined };

function valueOf(object: Fields<Tree>, field: SourcedField): string {
  for (const source of field.sources) {
    const text = textAt(object, source.split('.'), field);
    if (text !== '') {
      return text;
    }
  }
  return field.zero;
}

/** The text of a field; empty if it is absent. */
function textAt(
  object: Fields<Tree>,
  [name = '', ...below]: readonly string[],
  { zero, isCustom = false }: Pick<SourcedField, 'zero' | 'isCustom'>,
): string {
  if (!Object.prototype.hasOwnProperty.call(object.value, name) || !object.has(name)) {
    return '';
  }
  if (below[0] === '0' && !isCustom) {
    const first = object.list(name)[0] as Tree | undefined;
    const entry = fields<Tree>(first, object.policy, object.pathOf(name, 0));
    return textAt(entry, below.slice(1), { zero });
  }
  if (below.length > 0) {
    return textAt(object.at(name), below, { zero, isCustom });
  }
  if (isCustom) {
    return String(object.typed<unknown>(name, isScalar, 'a string, boolean or integer'));
  }
  switch (zero) {
    case 'false':
      return String(object.flag(name));
    case '0':
      return String(object.integer(name));
    default:
      return object.text(name);
  }
}

function isScalar(value: unknown): value is string | boolean | number {
  return /^(?:string|boolean|number)$/.test(typeof value);
}

/**
 * Finds the requirements of a field selector whose fields a kind does not have. The API server rejects such a selector.
 *
 * @param kind - the kind: an object of it, or `apiVersion` and `kind`
 * @param requirements - the result of {@link parseFieldSelector}
 * @param options - the fields of a custom resource
 * @returns a problem for each such requirement; `segments` starts with its index
 *
 * @example
 * ```ts
 * import { fieldSelectorProblems, parseFieldSelector } from '@kubesem/selectors';
 *
 * const requirements = parseFieldSelector('metadata.name=web,spec.replicas=3');
 * const problems = fieldSelectorProblems({ apiVersion: 'apps/v1', kind: 'Deployment' }, requirements);
 * problems.map(({ code, value }) => `${code} ${value}`) // => ['UNKNOWN_FIELD spec.replicas']
 * problems[0]?.message // => 'field selectors of Deployment cannot read spec.replicas; use metadata.name or metadata.namespace'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/runtime` v0.37.1, `Scheme.ConvertFieldLabel`.
 */
export function fieldSelectorProblems(
  kind: ObjectKind,
  requirements: readonly FieldRequirement[],
  options: SelectableFieldsOptions = {},
): readonly FieldProblem<'UNKNOWN_FIELD'>[] {
  const known = fieldsOf(kindNames(kind), options).map(({ field }) => field);
  const advice = `${known.slice(0, -1).join(', ')} or ${known[known.length - 1]}`;
  return requirements.flatMap(({ field }, index) => {
    if (known.includes(field)) {
      return [];
    }
    const path = fieldPath(index, 'field');
    const details = { type: 'NOT_SUPPORTED', code: 'UNKNOWN_FIELD' } as const;
    const message = `field selectors of ${kind.kind} cannot read ${displayText(field)}; use ${advice}`;
    return [fieldProblem({ ...details, path, value: field, message })];
  });
}

/** A field of a field selector. */
interface FieldSource {
  /** The name in a selector. */
  readonly field: string;
  /** The fields of the object that have its value, with dots between names; the first that is not empty counts. */
  readonly sources: readonly string[];
  /** The text of an absent value, which also decides its type: a string, a boolean or an integer. */
  readonly zero: '' | 'false' | '0';
}

/** Makes a field that has its own name in the object, unless other sources are given. */
function field(name: string, ...sources: string[]): FieldSource {
  return { field: name, sources: sources.length > 0 ? sources : [name], zero: '' };
}

const boolean = (name: string): FieldSource => ({ ...field(name), zero: 'false' });
const integer = (name: string, ...sources: string[]): FieldSource => ({
  ...field(name, ...sources),
  zero: '0',
});

/** The fields of a reference from an Event to an object. */
function reference(name: string): readonly FieldSource[] {
  const parts = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];
  return parts.map((part) => field(`${name}.${part}`));
}

const NAME = 'metadata.name';
const NAMESPACE = 'metadata.namespace';

/** Makes the fields of a kind whose selectors can read its name, its namespace and others. */
function namespaced(...others: readonly FieldSource[]): readonly FieldSource[] {
  return [field(NAME), field(NAMESPACE), ...others];
}

/** Makes the fields of a kind whose selectors cannot read a namespace. */
function named(...others: readonly FieldSource[]): readonly FieldSource[] {
  return [field(NAME), ...others];
}

/** The fields of kinds that have more than a name and a namespace, by group and kind. */
function makeKinds(): ReadonlyMap<string, readonly FieldSource[]> {
  return new Map([
    [
      '/Pod',
      namespaced(
        field('spec.nodeName'),
        field('spec.host', 'spec.nodeName'), // for clients of the first releases
        field('spec.restartPolicy'),
        field('spec.schedulerName'),
        field('spec.serviceAccountName', 'spec.serviceAccountName', 'spec.serviceAccount'),
        boolean('spec.hostNetwork'),
        field('status.phase'),
        field('status.podIP', 'status.podIP', 'status.podIPs.0.ip'),
        { field: 'status.podIPs', sources: [], zero: '' }, // accepted, but always empty
        field('status.nominatedNodeName'),
      ),
    ],
    ['/Node', named(boolean('spec.unschedulable'))],
    ['/Namespace', named(field('status.phase'))],
    ['/Service', namespaced(field('spec.clusterIP'), field('spec.type'))],
    ['/Secret', namespaced(field('type'))],
    ['/ReplicationController', namespaced(integer('status.replicas'))],
    [
      '/Event',
      namespaced(
        ...reference('involvedObject'),
        field('reason'),
        field('reportingComponent'),
        field('source', 'source.component', 'reportingComponent'),
        field('type'),
      ),
    ],
    [
      'events.k8s.io/Event',
      namespaced(
        ...reference('regarding'),
        field('reason'),
        field('reportingController'),
        field('type'),
      ),
    ],
    ['batch/Job', namespaced(integer('status.successful', 'status.succeeded'))],
    ['certificates.k8s.io/CertificateSigningRequest', named(field('spec.signerName'))],
    ['certificates.k8s.io/ClusterTrustBundle', named(field('spec.signerName'))],
    [
      'certificates.k8s.io/PodCertificateRequest',
      named(field('spec.signerName'), field('spec.podName'), field('spec.nodeName')),
    ],
    [
      'resource.k8s.io/ResourceSlice',
      named(field('spec.nodeName'), field('spec.driver'), field('spec.pool.name')),
    ],
  ]);
}

const KINDS = /* @__PURE__ */ makeKinds();
const OTHER_KINDS = /* @__PURE__ */ namespaced();

/** The fields of a kind of the API, without those of custom resources. */
function fieldsOfKind(apiVersion: string, kind: string): readonly FieldSource[] {
  return KINDS.get(`${apiGroupOf(apiVersion)}/${kind}`) ?? OTHER_KINDS;
}
