import type { Operation } from '../operation.js';
import { imageReferenceOperations } from './image-reference.js';

/** Images: their names, when they are pulled and with which credentials. */
export const imageOperations: readonly Operation[] = [...imageReferenceOperations];
