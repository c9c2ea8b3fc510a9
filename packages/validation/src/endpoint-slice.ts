export {
  type ValidateEndpointSliceOptions,
  validateEndpointSlice,
} from './endpoint-slice/validate-endpoint-slice.js';
