export { type PodProblem, type ValidatePodOptions, validatePod } from './pod/validate-pod.js';
