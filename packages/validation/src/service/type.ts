import { isHeadless } from '@kubesem/service/internal';
import { checkName } from '../rules/names.js';
import type { ServiceRequest } from './request.js';

/** Checks the fields that the type of a Service requires or does not have. */
export function checkType({ fields, spec }: ServiceRequest): void {
  const { type, ports, clusterIPs, ipFamilies, ipFamilyPolicy } = fields;
  if (ports.length === 0 && !isHeadless(fields) && type !== 'ExternalName') {
    spec.required('ports');
  }
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(fields)) {
    spec.invalid(['clusterIPs', 0], `may not be set to 'None' for ${type} services`, 'None');
  }
  if (type !== 'ExternalName') {
    return;
  }
  if (clusterIPs.length > 0) {
    spec.forbidden('clusterIPs', NOT_FOR_NAMES);
  }
  if (ipFamilies.length > 0) {
    spec.forbidden('ipFamilies', NOT_FOR_NAMES);
  }
  if (ipFamilyPolicy !== undefined) {
    spec.forbidden('ipFamilyPolicy', NOT_FOR_NAMES);
  }
  const name = fields.externalName.replace(/\.$/, '');
  if (name === '') {
    spec.required('externalName');
  } else {
    checkName(spec, 'externalName', 'dns1123Subdomain', name);
  }
}

const NOT_FOR_NAMES = 'may not be set for ExternalName services';
