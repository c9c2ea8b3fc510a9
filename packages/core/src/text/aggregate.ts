/**
 * Joins messages of errors as Kubernetes does, each once.
 *
 * Source: `k8s.io/apimachinery/pkg/util/errors` v0.37.1, `aggregate.Error`.
 *
 * @internal
 */
export function aggregateMessages(messages: readonly string[]): string {
  const different = [...new Set(messages)];
  return different.length > 1 ? `[${different.join(', ')}]` : (different[0] ?? '');
}
