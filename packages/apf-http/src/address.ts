/**
 * Flows by client address. An entry of its own, so only servers that use it load the libraries that read addresses.
 *
 * @packageDocumentation
 */

export { type AddressFlowOptions, addressFlow } from './hooks/address.js';
