import { dns1123SubdomainErrors, type ObjectMeta } from '@kubesem/core';
import { type Report, textOf } from './apf-problem.js';

const preserveZeroAnnotation = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/** A DNS subdomain, with one problem for each rule that it breaks. */
export function checkSubdomain(report: Report, path: string, name: string): void {
  for (const _ of dns1123SubdomainErrors(name))
    report('INVALID_NAME', path, name, 'a lower-case DNS subdomain of at most 253 characters');
}

/** What every object of the configuration has to have, and must not have. */
export function checkMetadata(
  report: Report,
  metadata: ObjectMeta | null | undefined,
  isLevel: boolean,
): void {
  const name = textOf(metadata?.name);
  if (name === '') report('REQUIRED', 'metadata.name', undefined, 'a name');
  else checkSubdomain(report, 'metadata.name', name);
  if (metadata?.namespace)
    report('FORBIDDEN', 'metadata.namespace', metadata.namespace, 'no namespace');
  const annotations = metadata?.annotations ?? {};
  if (isLevel && Object.prototype.hasOwnProperty.call(annotations, preserveZeroAnnotation)) {
    const expected = `no annotation ${preserveZeroAnnotation}, which is for v1beta3 alone`;
    report('FORBIDDEN', 'metadata.annotations', annotations[preserveZeroAnnotation], expected);
  }
}
