export { applyPriorityLevelDefaults } from '@kubesem/apf';
