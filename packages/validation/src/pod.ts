export { type ValidatePodUpdateOptions, validatePodUpdate } from './pod/update.js';
export { type PodProblem, type ValidatePodOptions, validatePod } from './pod/validate-pod.js';
