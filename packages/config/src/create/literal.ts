import { toByteString, wellFormed } from '@kubesem/core/internal';
import { ConfigError } from '../config-error.js';

/** Splits `key=value`; the value as bytes. */
export function literalSource(literal: string): { readonly key: string; readonly bytes: string } {
  const at = literal.indexOf('=');
  if (at < 1) {
    // The text may be a secret.
    throw new ConfigError('LITERAL_SYNTAX', 'invalid literal source, expected key=value');
  }
  return { key: literal.slice(0, at), bytes: toByteString(wellFormed(literal.slice(at + 1))) };
}
