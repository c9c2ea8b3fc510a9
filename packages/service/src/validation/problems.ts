import { type FieldProblem, FieldProblems, type Fields, fields, type Service } from '@kubesem/core';

/**
 * Codes of the reasons why the API server rejects a Service.
 *
 * - `REQUIRED`: a field is missing
 * - `NOT_SUPPORTED`: not one of the values of the field
 * - `DUPLICATE`: a port, the name of a port, a node port or a family is listed twice
 * - `INVALID_NAME`: the name of the Service or of a port is not a DNS-1123 label
 * - `INVALID_DNS_NAME`: `externalName` is not a DNS name
 * - `INVALID_QUALIFIED_NAME`: `appProtocol` or `loadBalancerClass` is not a qualified name
 * - `INVALID_LABEL`: a key or value of the selector is not one of a label
 * - `INVALID_PORT`: a port is not between 1 and 65535
 * - `INVALID_PORT_NAME`: a target port is not the name of a container port
 * - `INVALID_TIMEOUT`: the timeout of the session affinity is not between 1 and 86400 seconds
 * - `INVALID_ADDRESS`: not an IP address in a form that the API server accepts
 * - `SPECIAL_ADDRESS`: an external IP is unspecified, loopback or link-local
 * - `INVALID_CIDR`: not a range of addresses in a form that the API server accepts
 * - `FORBIDDEN_FOR_TYPE`: Services of this type cannot have the field
 * - `HEADLESS_FORBIDDEN`: Services of this type cannot be headless
 * - `ANNOTATIONS_DIFFER`: two annotations for the topology mode have different values
 * - `CLUSTER_IP_MISMATCH`: `clusterIP` is not the first of `clusterIPs`
 * - `NONE_NOT_ALONE`: `None` is one of several cluster IPs
 * - `TOO_MANY_CLUSTER_IPS`: more than two cluster IPs
 * - `NOT_DUAL_STACK`: two cluster IPs of one family
 * - `FAMILY_MISMATCH`: a cluster IP is not of the family in `ipFamilies`
 * - `POLICY_MISMATCH`: `ipFamilyPolicy` does not fit the number of families or cluster IPs
 * - `FAMILY_NOT_CONFIGURED`: the cluster does not have the family
 * - `CLUSTER_NOT_DUAL_STACK`: `RequireDualStack` in a cluster with one family
 * - `CLUSTER_IP_NOT_IN_RANGE`: the cluster IP is in no range of the cluster
 * - `CLUSTER_IP_TAKEN`: the first cluster IP of the stored Service is asked for as the second one
 * - `NODE_PORT_NOT_IN_RANGE`: a node port is outside of the range of the cluster
 * - `NODE_PORT_TAKEN`: a node port is used twice
 * - `IMMUTABLE`: the field cannot change
 * - `INVALID_TYPE`: a field has the wrong JSON type; then nothing else is checked
 */
export type ServiceProblemCode =
  | 'REQUIRED'
  | 'NOT_SUPPORTED'
  | 'DUPLICATE'
  | 'INVALID_NAME'
  | 'INVALID_DNS_NAME'
  | 'INVALID_QUALIFIED_NAME'
  | 'INVALID_LABEL'
  | 'INVALID_PORT'
  | 'INVALID_PORT_NAME'
  | 'INVALID_TIMEOUT'
  | 'INVALID_ADDRESS'
  | 'SPECIAL_ADDRESS'
  | 'INVALID_CIDR'
  | 'FORBIDDEN_FOR_TYPE'
  | 'HEADLESS_FORBIDDEN'
  | 'ANNOTATIONS_DIFFER'
  | 'CLUSTER_IP_MISMATCH'
  | 'NONE_NOT_ALONE'
  | 'TOO_MANY_CLUSTER_IPS'
  | 'NOT_DUAL_STACK'
  | 'FAMILY_MISMATCH'
  | 'POLICY_MISMATCH'
  | 'FAMILY_NOT_CONFIGURED'
  | 'CLUSTER_NOT_DUAL_STACK'
  | 'CLUSTER_IP_NOT_IN_RANGE'
  | 'CLUSTER_IP_TAKEN'
  | 'NODE_PORT_NOT_IN_RANGE'
  | 'NODE_PORT_TAKEN'
  | 'IMMUTABLE'
  | 'INVALID_TYPE';

/** Collects problems. As in the answer of the API server, each appears once, however often a value is repeated. */
class UniqueProblems<Code extends string> extends FieldProblems<Code> {
  private readonly texts = new Set<string>();

  override report(problem: () => FieldProblem<Code | 'INVALID_TYPE'>): void {
    const made = problem();
    const text = JSON.stringify(made);
    // Long values are cut, so two of them can differ although they look the same.
    if (made.value?.endsWith('…') || !this.texts.has(text)) {
      this.texts.add(text);
      super.report(() => made);
    }
  }
}

/** A cursor that collects the problems of an object. */
export type Checked<T extends object, Code extends string> = Fields<T, Code> & {
  readonly policy: FieldProblems<Code>;
};

/** A cursor that collects the problems of a Service. */
export type ServiceCursor = Checked<Service, ServiceProblemCode>;

/** What reports the problems of an object of any type. */
export type Reporter<Code extends string> = Pick<Fields<object, Code>, 'invalid'>;

/** Opens an object to check it. */
export function openChecked<T extends object, Code extends string>(object: T): Checked<T, Code> {
  return fields<T, Code>(object, new UniqueProblems<Code>()) as Checked<T, Code>;
}

/** Message about a value that occurs twice. */
export const LISTED_TWICE = 'is listed twice; remove one of the two';

/** Adds a value to those that were seen; returns whether it was one of them. */
export function isRepeated(seen: Set<string>, value: string): boolean {
  const { size } = seen;
  return seen.add(value).size === size;
}
