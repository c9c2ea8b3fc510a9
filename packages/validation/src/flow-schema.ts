// The checks are in apf, whose engine also reads objects that no API server has checked.
export { validateFlowSchema } from '@kubesem/apf';
