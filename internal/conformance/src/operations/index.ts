import type { Operation, PackageOperation } from '../operation.js';
import { borrowingOperations } from './apf-borrowing.js';
import { classifyOperations } from './apf-classify.js';
import { constantOperations } from './apf-constants.js';
import { controllerOperations } from './apf-controller.js';
import { digestionOperations } from './apf-digestion.js';
import { objectOperations } from './apf-objects.js';
import { queueSetOperations } from './apf-queue-set.js';
import { requestOperations } from './apf-requests.js';
import { shardingOperations } from './apf-sharding.js';
import { defaultsOperations } from './defaults.js';
import { dnsPodOperations } from './dns-pods.js';
import { dnsValidateOperations } from './dns-validate.js';
import { dnsZoneOperations } from './dns-zone.js';
import { imageCredentialOperations } from './image-credentials.js';
import { imageGlobOperations } from './image-glob.js';
import { imageProviderOperations } from './image-providers.js';
import { imagePullOperations } from './image-pull.js';
import { imageReferenceOperations } from './image-reference.js';
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

const BY_PACKAGE: { readonly [packageName: string]: readonly Operation[] } = {
  core: nameOperations,
  quantity: quantityOperations,
  resources: [
    ...podOperations,
    ...defaultsOperations,
    ...validateOperations,
    ...nodeOperations,
    ...resourceNameOperations,
    ...resourceFieldOperations,
    ...limitRangeOperations,
    ...localStorageOperations,
    ...quotaOperations,
  ],
  qos: [...qosOperations, ...qosNodeOperations],
  image: [
    ...imageReferenceOperations,
    ...imagePullOperations,
    ...imageGlobOperations,
    ...imageCredentialOperations,
    ...imageProviderOperations,
  ],
  dns: [...dnsPodOperations, ...dnsValidateOperations, ...dnsZoneOperations],
  apf: [
    ...objectOperations,
    ...requestOperations,
    ...classifyOperations,
    ...shardingOperations,
    ...borrowingOperations,
    ...queueSetOperations,
    ...controllerOperations,
    ...digestionOperations,
    ...constantOperations,
  ],
  inspect: yamlOperations,
};

/** Everything that can be compared. */
export const operations: readonly PackageOperation[] = Object.entries(BY_PACKAGE).flatMap(
  ([packageName, list]) => list.map((operation) => ({ ...operation, package: packageName })),
);

/** The operations whose names match `pattern`, in which `*` stands for anything. */
export function matching(pattern: string): readonly PackageOperation[] {
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
