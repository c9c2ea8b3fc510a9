export { parseFieldSelector, requiredValue } from './fields/field-selector.js';
export { isLabelSelector } from './labels/label-selector.js';
