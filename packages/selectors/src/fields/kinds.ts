// Which fields of which kinds field selectors can read.
// Source: `k8s.io/kubernetes/pkg/apis` v1.37.1, the calls of `AddFieldLabelConversionFunc`.
import { apiGroupOf } from '@kubesem/core';

/** A field of a field selector. */
export interface FieldSource {
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
export function fieldsOfKind(apiVersion: string, kind: string): readonly FieldSource[] {
  return KINDS.get(`${apiGroupOf(apiVersion)}/${kind}`) ?? OTHER_KINDS;
}
