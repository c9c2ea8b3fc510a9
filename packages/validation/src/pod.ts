export { type PodProblem, validatePod } from './pod/validate-pod.js';
