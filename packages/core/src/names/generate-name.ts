import { fromByteString, toByteString } from '../text/byte-string.js';

/** The most bytes of `generateName` that are in the name: a name has at most 63, and the last 5 are random. */
export const GENERATED_PREFIX_BYTES = 58;

/**
 * Returns the text whose syntax the API server checks for `generateName`. More characters follow in the name, so a final dash
 * is valid: the server reads it, with the byte before it, as a letter.
 *
 * Source: `k8s.io/apimachinery/pkg/api/validation` v0.37.1, `maskTrailingDash`.
 *
 * @internal
 */
export function maskTrailingDash(generateName: string): string {
  // A part of another character than ASCII would stay, which is as invalid as the whole.
  return generateName.replace(/[\0-\x7f]-$/, 'a');
}

/**
 * Returns a name that the API server could generate, with `xxxxx` for the random characters.
 *
 * Source: `k8s.io/apiserver/pkg/storage/names` v0.37.1, `simpleNameGenerator.GenerateName`.
 *
 * @internal
 */
export function exampleOfGeneratedName(generateName: string): string {
  return `${fromByteString(toByteString(generateName).slice(0, GENERATED_PREFIX_BYTES))}xxxxx`;
}
