import { configReferences, validateSecret } from '@kubesem/config';
import { attempt, formatFieldPath, objectNamespace, type Pod, type Secret } from '@kubesem/core';
import { objectOf } from '../pods/lenient.js';

/** Secrets that can be read, and an error for each value that cannot. */
export interface ReadableSecrets {
  readonly secrets: readonly Secret[];
  readonly errors: readonly string[];
}

/**
 * Removes what cannot be read from the Secrets of a Pod, such as a value that is not base64. The API server rejects these
 * Secrets; without this, one wrong value would hide everything else.
 *
 * @param pod - the Pod, in its namespace
 * @param secrets - the Secrets of the cluster; they are not changed
 * @returns all Secrets; the errors name the key, never the value
 */
export function readableSecrets(pod: Pod, secrets: readonly Secret[]): ReadableSecrets {
  const { value: references = [] } = attempt(() => configReferences(pod));
  const names = new Set(references.flatMap(({ kind, name }) => (kind === 'Secret' ? name : [])));
  const errors: string[] = [];
  const readable = secrets.map((secret) => {
    const metadata = objectOf(secret.metadata);
    const isUsed =
      names.has(metadata.name as string) &&
      objectNamespace({ metadata }) === objectNamespace({ metadata: objectOf(pod.metadata) });
    return isUsed ? readableSecret(secret, `Secret ${metadata.name}`, errors) : secret;
  });
  return { secrets: readable, errors };
}

function readableSecret(secret: Secret, title: string, errors: string[]): Secret {
  const data = new Map(Object.entries(objectOf(secret.data)));
  const stringData = new Map(Object.entries(objectOf(secret.stringData)));
  const before = errors.length;
  for (const { code, segments, message } of validateSecret(secret)) {
    const [field, key] = segments;
    if (code === 'INVALID_TYPE' && (field === 'data' || field === 'stringData')) {
      errors.push(`${title}: ${formatFieldPath(segments)}: ${message}`);
      (field === 'data' ? data : stringData).delete(key as string);
    }
  }
  return errors.length === before
    ? secret
    : { ...secret, data: Object.fromEntries(data), stringData: Object.fromEntries(stringData) };
}
