/**
 * What the API server rejects in an object, in its own words: the type of the error, the field and the detail.
 *
 * Read `validate-object.ts` first. Each kind is also an entry of its own, such as `@kubesem/validation/flow-schema`.
 *
 * @packageDocumentation
 */
export { type ValidateConfigMapOptions, validateConfigMap } from './config-map.js';
export { type ValidateEndpointSliceOptions, validateEndpointSlice } from './endpoint-slice.js';
export { validateFlowSchema } from './flow-schema.js';
export { type PodProblem, type ValidatePodOptions, validatePod } from './pod.js';
export { validatePriorityLevel } from './priority-level-configuration.js';
export { type ValidateSecretOptions, validateSecret } from './secret.js';
export {
  type CompletedService,
  type CompleteServiceOptions,
  completeService,
  type DrawnNumbers,
  type ServiceClusterOptions,
  validateService,
} from './service.js';
export { type ObjectValidation, validateObject } from './validate-object.js';
