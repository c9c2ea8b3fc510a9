import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type Endpoint,
  type EndpointHints,
  type EndpointSlice,
  type FieldPath,
} from '@kubesem/core';
import { addressFamily, type Fields } from '@kubesem/core/internal';
import { checkAddress, checkCanonicalAddress, checkEndpointAddress } from '../rules/addresses.js';
import { checkCount, isRepeated } from '../rules/checked.js';
import { checkName, nameErrors } from '../rules/names.js';

const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;
const MAX_HINTS = 8;

/**
 * Checks the endpoints of a slice.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/discovery/validation` v1.37.1, `validateEndpoints`.
 */
export function checkEndpoints(slice: Fields<EndpointSlice>): void {
  const areChecked = checkCount(slice, 'endpoints', MAX_ENDPOINTS);
  slice.each('endpoints', (endpoint) => {
    // The only check of the endpoints of a slice that has too many of them.
    checkAddressCount(endpoint);
    if (areChecked) {
      checkAddresses(endpoint, slice.text('addressType'));
      checkOptionalName(endpoint, 'nodeName', 'dns1123Subdomain');
      checkOptionalName(endpoint, 'hostname', 'dns1123Label');
      checkHints(endpoint.at('hints'));
    }
  });
}

function checkAddressCount(endpoint: Fields<Endpoint>): void {
  if (endpoint.list('addresses').length === 0) {
    endpoint.required('addresses');
  }
  checkCount(endpoint, 'addresses', MAX_ADDRESSES);
}

function checkAddresses(endpoint: Fields<Endpoint>, addressType: string): void {
  for (const [index, address] of endpoint.texts('addresses').entries()) {
    const path = endpoint.pathOf('addresses', index);
    if (addressType === 'FQDN') {
      checkDomain(endpoint, path, address);
    } else if (addressType === 'IPv4' || addressType === 'IPv6') {
      checkIp(endpoint, path, address, addressType);
    }
  }
}

function checkIp(
  endpoint: Fields<Endpoint>,
  path: FieldPath,
  address: string,
  family: 'IPv4' | 'IPv6',
): void {
  const check = family === 'IPv4' ? checkAddress : checkCanonicalAddress;
  if (!check(endpoint, path, address)) {
    return;
  }
  if (addressFamily(address) !== family) {
    // The API server names the list.
    endpoint.invalid('addresses', `must be an ${family} address`, address);
  }
  checkEndpointAddress(endpoint, path, address);
}

/** Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsFullyQualifiedDomainName`. */
function checkDomain(endpoint: Fields<Endpoint>, path: FieldPath, address: string): void {
  if (address === '') {
    endpoint.required(path);
    return;
  }
  const name = address.replace(/\.$/, '');
  const labels = name.split('.');
  const broken = labels.find((label) => dns1123LabelErrors(label).length > 0);
  if (dns1123SubdomainErrors(name).length > 0) {
    endpoint.invalid(path, nameErrors('dns1123Subdomain', name).join(), name);
  } else if (labels.length < 2) {
    endpoint.invalid(path, 'should be a domain with at least two segments separated by dots', name);
  } else if (broken !== undefined) {
    endpoint.invalid(path, nameErrors('dns1123Label', broken).join(), broken);
  }
}

function checkOptionalName(
  endpoint: Fields<Endpoint>,
  field: 'nodeName' | 'hostname',
  syntax: 'dns1123Subdomain' | 'dns1123Label',
): void {
  const name = endpoint.optionalText(field);
  if (name !== undefined) {
    checkName(endpoint, field, syntax, name);
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/discovery/validation` v1.37.1, `validateHints`. */
function checkHints(hints: Fields<EndpointHints>): void {
  const syntaxes = { forZones: 'labelValue', forNodes: 'dns1123Subdomain' } as const;
  for (const field of ['forZones', 'forNodes'] as const) {
    if (!checkCount(hints, field, MAX_HINTS)) {
      return;
    }
    const seen = new Set<string>();
    for (const hint of hints.objects(field)) {
      const name = hint.text('name');
      if (isRepeated(seen, name)) {
        hint.duplicate('name', name);
      }
      checkName(hint, 'name', syntaxes[field], name);
    }
  }
}
