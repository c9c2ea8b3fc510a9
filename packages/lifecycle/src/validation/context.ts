import type { Fields } from '@kubesem/core';
import type { PodLifecycleProblemCode } from './codes.js';

/** A cursor that collects the problems with the lifecycle fields of a Pod. */
export type Checked<T extends object> = Fields<T, PodLifecycleProblemCode>;
