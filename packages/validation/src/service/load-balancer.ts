// Fields that only load balancers have.
import { writtenPath } from '@kubesem/core/internal';
import { checkCidr } from '../rules/addresses.js';
import { checkName } from '../rules/names.js';
import type { ServiceRequest } from './request.js';

const ONLY_LOAD_BALANCER = "may only be used when `type` is 'LoadBalancer'";

/** Checks the fields that only load balancers have. */
export function checkLoadBalancer(request: ServiceRequest): void {
  const { fields, spec } = request;
  const { allocateLoadBalancerNodePorts, loadBalancerClass } = fields;
  const isBalancer = fields.type === 'LoadBalancer';
  if (fields.loadBalancerSourceRanges.length > 0) {
    checkSourceRanges(request);
  } else {
    checkAnnotatedSourceRanges(request);
  }
  if (allocateLoadBalancerNodePorts !== undefined && !isBalancer) {
    spec.forbidden('allocateLoadBalancerNodePorts', ONLY_LOAD_BALANCER);
  }
  if (loadBalancerClass !== undefined && isBalancer) {
    checkName(spec, 'loadBalancerClass', 'qualifiedName', loadBalancerClass);
  } else if (loadBalancerClass !== undefined) {
    spec.forbidden('loadBalancerClass', ONLY_LOAD_BALANCER);
  }
}

/** Checks the source ranges in the field; stored ones are accepted as they are. */
function checkSourceRanges({ fields, old, spec }: ServiceRequest): void {
  // The API server writes the name of the field so.
  const field = writtenPath(spec.path, 'loadBalancerSourceRanges', '.LoadBalancerSourceRanges');
  if (fields.type !== 'LoadBalancer') {
    spec.forbidden(field, ONLY_LOAD_BALANCER);
  }
  const existing = new Set(old?.loadBalancerSourceRanges.map((range) => range.trim()));
  for (const [index, given] of fields.loadBalancerSourceRanges.entries()) {
    const range = given.trim();
    if (!existing.has(range)) {
      checkCidr(spec, writtenPath(field, index, undefined), range);
    }
  }
}

/** The annotation that lists the source ranges of a load balancer without the field. */
const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';

function checkAnnotatedSourceRanges({ fields, old, service }: ServiceRequest): void {
  const given = fields.annotations.get(SOURCE_RANGES);
  if (given === undefined) {
    return;
  }
  const path = service.at('metadata').keyOf('annotations', SOURCE_RANGES);
  if (fields.type !== 'LoadBalancer') {
    service.forbidden(path, ONLY_LOAD_BALANCER);
  }
  const isNew = given !== old?.annotations.get(SOURCE_RANGES);
  for (const range of isNew && given.trim() !== '' ? given.split(',') : []) {
    checkCidr(service, path, range.trim());
  }
}
