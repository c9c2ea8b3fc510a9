import {
  type FieldErrorType,
  type FieldPath,
  type FieldPathSegment,
  type FieldProblem,
  fieldProblem,
  goQuote,
  writtenPath,
} from '@kubesem/core';

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

/** What one rule says about a field. */
interface Finding<Code extends string> {
  readonly type: FieldErrorType;
  readonly code: Code;
  readonly message: string;
  readonly value?: unknown;
}

/** Collects problems. As in the answer of the API server, each appears once, however often a value is repeated. */
export class Problems<Code extends string> {
  readonly found: FieldProblem<Code | CommonCode>[] = [];
  private readonly texts = new Set<string>();

  /** Adds a field of the wrong type. */
  readonly report = (problem: FieldProblem<'INVALID_TYPE'>): void => {
    if (!this.texts.has(problem.path)) {
      this.texts.add(problem.path);
      this.found.push(problem);
    }
  };

  add(segments: readonly FieldPathSegment[], finding: Finding<Code | CommonCode>): void {
    const text = JSON.stringify([segments, finding]);
    if (!this.texts.has(text)) {
      this.texts.add(text);
      this.found.push(fieldProblem({ ...finding, path: pathOf(segments) }));
    }
  }

  /** Adds a problem with the value of a field. */
  invalid(
    segments: readonly FieldPathSegment[],
    code: Code | CommonCode,
    message: string,
    value?: unknown,
  ): void {
    this.add(segments, { type: 'FieldValueInvalid', code, message, value });
  }

  required(segments: readonly FieldPathSegment[], message = 'set the field'): void {
    this.add(segments, { type: 'FieldValueRequired', code: 'REQUIRED', message });
  }

  forbidden(segments: readonly FieldPathSegment[], code: Code | CommonCode, message: string): void {
    this.add(segments, { type: 'FieldValueForbidden', code, message });
  }

  duplicate(segments: readonly FieldPathSegment[], value: unknown): void {
    const message = 'is listed twice; remove one of the two';
    this.add(segments, { type: 'FieldValueDuplicate', code: 'DUPLICATE', message, value });
  }

  notSupported(
    segments: readonly FieldPathSegment[],
    value: string,
    supported: readonly string[],
  ): void {
    if (!supported.includes(value)) {
      const message = `supported values: ${supported.map(goQuote).join(', ')}`;
      this.add(segments, { type: 'FieldValueNotSupported', code: 'NOT_SUPPORTED', message, value });
    }
  }
}

/** Codes that Services and EndpointSlices share. */
export type CommonCode = 'REQUIRED' | 'NOT_SUPPORTED' | 'DUPLICATE' | 'INVALID_TYPE';

/** The fields that the API server writes otherwise. */
const WRITTEN: ReadonlyMap<FieldPathSegment, string> = /* @__PURE__ */ new Map([
  ['loadBalancerSourceRanges', '.LoadBalancerSourceRanges'],
]);

function pathOf(segments: readonly FieldPathSegment[]): FieldPath | undefined {
  return segments.reduce<FieldPath | undefined>(
    (path, each) => writtenPath(path, each, WRITTEN.get(each)),
    undefined,
  );
}
