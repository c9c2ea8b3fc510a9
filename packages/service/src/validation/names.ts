import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  exampleOfGeneratedName,
  type FieldPath,
  type Fields,
  labelValueErrors,
  maskTrailingDash,
  type NameErrorCodes,
  nameErrorMessage,
  type ObjectMeta,
  qualifiedNameErrors,
} from '@kubesem/core';
import type { ServiceRequest } from '../defaults/request.js';
import type { Reporter } from './problems.js';

type Syntax = 'dns1123Label' | 'dns1123Subdomain' | 'labelValue' | 'qualifiedName';

const ERRORS: {
  readonly [syntax in Syntax]: (value: string) => readonly NameErrorCodes[syntax][];
} = {
  dns1123Label: dns1123LabelErrors,
  dns1123Subdomain: dns1123SubdomainErrors,
  labelValue: labelValueErrors,
  qualifiedName: qualifiedNameErrors,
};

/** Checks the syntax of a text; `checked` is what the API server checks instead of the value. */
export function checkSyntax<Code extends string>(
  object: Reporter<Code>,
  path: FieldPath,
  code: Code,
  syntax: Syntax,
  value: string,
  checked: string = value,
): void {
  for (const broken of ERRORS[syntax](checked)) {
    object.invalid(path, nameErrorMessage<Syntax>(syntax, broken), value, code);
  }
}

/** Checks the name of a new object. The API server generates it before it checks it. */
export function checkObjectName<Code extends string>(
  metadata: Fields<ObjectMeta, Code | 'REQUIRED' | 'INVALID_NAME'>,
  syntax: Syntax,
): void {
  const [name, generateName] = [metadata.text('name'), metadata.text('generateName')];
  const at = (field: 'name' | 'generateName') => metadata.pathOf(field);
  if (generateName !== '') {
    const masked = maskTrailingDash(generateName);
    checkSyntax(metadata, at('generateName'), 'INVALID_NAME', syntax, generateName, masked);
  } else if (name === '') {
    metadata.required('name', 'set `name` or `generateName`');
    return;
  }
  const generated = exampleOfGeneratedName(generateName);
  checkSyntax(metadata, at('name'), 'INVALID_NAME', syntax, name || generated);
}

/** The values of the fields that have only some. */
const SUPPORTED = {
  type: ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'],
  sessionAffinity: ['ClientIP', 'None'],
  ipFamilyPolicy: ['PreferDualStack', 'RequireDualStack', 'SingleStack'],
  externalTrafficPolicy: ['Cluster', 'Local'],
  internalTrafficPolicy: ['Cluster', 'Local'],
  trafficDistribution: ['PreferClose', 'PreferSameZone', 'PreferSameNode'],
} as const;

/** Checks that a field has one of its values, if it is set. */
export function checkSupported(
  { fields, service }: ServiceRequest,
  field: keyof typeof SUPPORTED,
): void {
  const value = fields[field];
  if (value !== undefined) {
    service.supported(['spec', field], value, SUPPORTED[field]);
  }
}
