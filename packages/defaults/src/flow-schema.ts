export { applyFlowSchemaDefaults } from '@kubesem/apf';
