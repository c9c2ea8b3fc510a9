export {
  type CompletedService,
  completeService,
  type DrawnNumbers,
} from './service/allocation/complete-service.js';
export type { CompleteServiceOptions, ServiceClusterOptions } from './service/request.js';
export { validateService } from './service/validate-service.js';
