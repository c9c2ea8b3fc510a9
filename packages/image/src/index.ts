export {
  explainImage,
  type ImageDigestRule,
  type ImageExplanation,
  type ImagePart,
  type ImagePathRule,
  type ImageTagRule,
} from './explain-image.js';
export { familiarName, formatImage, pullName } from './format-image.js';
export { type ImageErrorCode, ImageParseError } from './image-errors.js';
export { type ImageDomainRule, parseImage, safeParseImage } from './parse-image.js';
export {
  type ImageReference,
  parseReference,
  safeParseReference,
} from './reference.js';
