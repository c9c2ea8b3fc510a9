// `import()` of this module loads only this function and what it needs, not the whole package.
export { parseObjects } from '@kubesem/manifests';
