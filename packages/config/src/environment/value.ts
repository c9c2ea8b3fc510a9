import { encodeBase64, fromByteString, toByteString } from '@kubesem/core/internal';
import type { EnvironmentVariable } from './explanation.js';

/** A variable, and its name and value as byte strings. */
export interface Value {
  readonly name: string;
  readonly bytes: string;
  /** The variable as callers get it; containers with the same ConfigMap share it. */
  readonly variable: EnvironmentVariable;
}

/** Makes a variable of byte strings. */
export function valueOf(name: string, bytes: string, isSecret: boolean): Value {
  const text = fromByteString(name);
  const value = fromByteString(bytes);
  const isText = value === bytes || toByteString(value) === bytes;
  const variable = isText
    ? { name: text, value, isSecret }
    : { name: text, value, base64: encodeBase64(bytes), isSecret };
  return { name, bytes, variable };
}
