import type { Operation } from '../operation.js';
import { apfOperations } from './apf.js';
import { defaultsOperations } from './defaults.js';
import { dnsPodOperations } from './dns-pods.js';
import { dnsValidateOperations } from './dns-validate.js';
import { dnsZoneOperations } from './dns-zone.js';
import { imageOperations } from './image.js';
import { limitRangeOperations } from './limit-ranges.js';
import { localStorageOperations } from './local-storage.js';
import { nameOperations } from './names.js';
import { nodeOperations } from './nodes.js';
import { validateOperations } from './pod-validate.js';
import { podOperations } from './pods.js';
import { qosOperations } from './qos.js';
import { qosNodeOperations } from './qos-node.js';
import { quantityOperations } from './quantity.js';
import { quotaOperations } from './quotas.js';
import { resourceFieldOperations } from './resource-fields.js';
import { resourceNameOperations } from './resource-names.js';
import { yamlOperations } from './yaml.js';

/** Everything that can be compared. */
export const operations: readonly Operation[] = [
  ...nameOperations,
  ...quantityOperations,
  ...podOperations,
  ...defaultsOperations,
  ...validateOperations,
  ...qosOperations,
  ...qosNodeOperations,
  ...nodeOperations,
  ...resourceNameOperations,
  ...resourceFieldOperations,
  ...limitRangeOperations,
  ...localStorageOperations,
  ...quotaOperations,
  ...imageOperations,
  ...apfOperations,
  ...yamlOperations,
  ...dnsPodOperations,
  ...dnsValidateOperations,
  ...dnsZoneOperations,
];

/** The operations whose names match `pattern`, in which `*` stands for anything. */
export function matching(pattern: string): readonly Operation[] {
  const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
  const expression = new RegExp(`^${parts.join('.*')}$`);
  const found = operations.filter(({ name }) => expression.test(name));
  if (found.length === 0) {
    throw new Error(
      `no operation matches ${pattern}; there are ${operations.map((o) => o.name).join(', ')}`,
    );
  }
  return found;
}
