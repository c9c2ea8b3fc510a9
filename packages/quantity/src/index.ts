export { Quantity } from './quantity.js';
