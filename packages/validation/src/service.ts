export {
  type CompletedService,
  completeService,
  type DrawnNumbers,
} from './service/complete-service.js';
export type { CompleteServiceOptions, ServiceClusterOptions } from './service/request.js';
export { validateService } from './service/validate-service.js';
