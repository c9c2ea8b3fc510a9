import type { Operation } from '../operation.js';
import { imageCredentialOperations } from './image-credentials.js';
import { imageGlobOperations } from './image-glob.js';
import { imageProviderOperations } from './image-providers.js';
import { imagePullOperations } from './image-pull.js';
import { imageReferenceOperations } from './image-reference.js';

/** Images: their names, when they are pulled and with which credentials. */
export const imageOperations: readonly Operation[] = [
  ...imageReferenceOperations,
  ...imagePullOperations,
  ...imageGlobOperations,
  ...imageCredentialOperations,
  ...imageProviderOperations,
];
