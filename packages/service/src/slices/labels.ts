import { fields, SERVICE_NAME_LABEL, type Service, type StringMap, THROW } from '@kubesem/core';
import type { ServiceFields } from '../fields/service.js';
import type { SliceLabels } from './reconcile-ports.js';
import { CONTROLLER, MANAGED_BY } from './stored-slice.js';

const HEADLESS = 'service.kubernetes.io/headless';
const RESERVED: readonly string[] = [SERVICE_NAME_LABEL, MANAGED_BY, HEADLESS];

/**
 * Returns the labels of the slices of a Service: its own, and three reserved ones. A slice with other reserved labels is not
 * updated for that reason alone.
 *
 * Source: `k8s.io/endpointslice` v0.37.1, `setEndpointSliceLabels`.
 */
export function sliceLabels(service: Service, { name, clusterIP }: ServiceFields): SliceLabels {
  const given = fields(service, THROW).at('metadata').map('labels');
  const own = new Map([...given].filter(([key]) => !RESERVED.includes(key)));
  const isHeadless = clusterIP === '' || clusterIP === 'None';
  const labels: StringMap = Object.fromEntries([
    ...own,
    ...(isHeadless ? [[HEADLESS, ''] as const] : []),
    [SERVICE_NAME_LABEL, name],
    [MANAGED_BY, CONTROLLER],
  ]);
  return {
    labels,
    hasOther: (stored) => {
      const found = [...stored.labels].filter(([key]) => !RESERVED.includes(key));
      return found.length !== own.size || found.some(([key, value]) => own.get(key) !== value);
    },
  };
}
