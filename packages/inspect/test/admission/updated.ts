// Stored objects and the manifests that update them.
import type { InspectReport } from '@kubesem/inspect';
import { inspectText } from '../inspect-files.js';
import { file, pod, quota } from './documents.js';

export const cpu = (amount: string): object => ({ requests: { cpu: amount } });
export const LAST: string = 'kubectl.kubernetes.io/last-applied-configuration';

export interface Written {
  readonly kind?: string;
  readonly amount?: string;
  readonly spec?: object;
  readonly status?: object;
  readonly metadata?: object;
}

export const workload = ({
  kind = 'Deployment',
  amount = '1',
  spec,
  status,
  metadata,
}: Written): object => ({
  ...{ apiVersion: 'apps/v1', kind, metadata: { name: 'shop', ...metadata }, status },
  spec: { replicas: 3, template: templateOf(amount, metadata === undefined), ...spec },
});
/** The template of a manifest differs from the stored one. */
export const templateOf = (amount: string, isNew: boolean): object => ({
  metadata: { labels: { version: isNew && amount !== 'same' ? '2' : '1' } },
  spec: pod(cpu(amount === 'same' ? '1' : amount)).spec,
});
export const uid: { readonly uid: string } = { uid: 'u' };
export const stored = (written: Written): object =>
  workload({ ...written, metadata: { ...uid, ...written.metadata } });
/** What the quota does with a manifest of an object that exists. */
export const update = (
  room: object,
  used: object,
  before: object,
  next: object,
  ...more: object[]
): InspectReport => inspectText(file(quota(room, used), before, ...more, next));
