// A module of its own, so that it is loaded without the rest of the package.
export { parseObjects } from '@kubesem/manifests';
