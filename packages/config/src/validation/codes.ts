/**
 * Codes of the problems with a ConfigMap or Secret.
 *
 * - `NAME_REQUIRED`: there is neither a name nor `generateName`
 * - `INVALID_NAME`: `name` or `generateName` is not a DNS-1123 subdomain
 * - `INVALID_NAMESPACE`: `namespace` is not a DNS-1123 label
 * - `INVALID_KEY`: a key is not made of letters, digits, `-`, `_` and `.`, is longer than 253 bytes, or starts with `..`
 * - `DUPLICATE_KEY`: a key is in `data` and in `binaryData`
 * - `TOO_LARGE`: the values have more than 1048576 bytes
 * - `IMMUTABLE`: an update changes the name, the namespace, the type of a Secret, or the data or `immutable` of an immutable object
 * - `KEY_REQUIRED`: the type of the Secret requires this key
 * - `ANNOTATION_REQUIRED`: the type of the Secret requires this annotation
 * - `INVALID_JSON`: the type of the Secret requires JSON under this key
 * - `INVALID_TYPE`: a field has the wrong JSON type or is not base64; no other rule is checked for it and for the fields that contain it
 */
export type ConfigProblemCode =
  | 'NAME_REQUIRED'
  | 'INVALID_NAME'
  | 'INVALID_NAMESPACE'
  | 'INVALID_KEY'
  | 'DUPLICATE_KEY'
  | 'TOO_LARGE'
  | 'IMMUTABLE'
  | 'KEY_REQUIRED'
  | 'ANNOTATION_REQUIRED'
  | 'INVALID_JSON'
  | 'INVALID_TYPE';
