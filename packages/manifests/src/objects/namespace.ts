import { isNamespacedKind } from '@kubesem/core';
import { displayText } from '@kubesem/core/internal';
import { isJSONObject, type JSONObject } from '../json/json-value.js';
import { type ManifestProblem, manifestProblem } from '../problem.js';
import type { ManifestObject } from './objects.js';

/** Receives what a file contains. */
interface Receivers {
  readonly object: (object: ManifestObject) => void;
  readonly problem: (problem: ManifestProblem) => void;
}

/**
 * Sets the namespace of objects without one, and rejects those of another one, as `kubectl -n` does.
 *
 * @param receivers - of the objects and problems
 * @param namespace - undefined to leave all objects as they are
 * @returns the receivers to pass objects to
 *
 * Source: `k8s.io/cli-runtime/pkg/resource` v0.37.1, `RequireNamespace`.
 */
export function inNamespace(receivers: Receivers, namespace: string | undefined): Receivers {
  if (namespace === undefined) {
    return receivers;
  }
  const object = (placed: ManifestObject) => {
    const { metadata = null } = placed.object;
    const own = isJSONObject(metadata) ? (metadata.namespace ?? '') : '';
    // Metadata of the wrong type is a problem for whoever reads it.
    const isReadable = (metadata === null || isJSONObject(metadata)) && typeof own === 'string';
    if (!isReadable || !isNamespacedKind(placed.apiVersion, placed.kind) || own === namespace) {
      receivers.object(placed);
    } else if (own === '') {
      receivers.object(withNamespace(placed, namespace));
    } else {
      receivers.problem(differs(placed, own, namespace));
    }
  };
  return { ...receivers, object };
}

function withNamespace(placed: ManifestObject, namespace: string): ManifestObject {
  const metadata = placed.object.metadata as JSONObject | null | undefined;
  return { ...placed, object: { ...placed.object, metadata: { ...metadata, namespace } } };
}

function differs(placed: ManifestObject, own: string, namespace: string): ManifestProblem {
  const field = ['metadata', 'namespace'];
  return manifestProblem(
    {
      severity: 'error',
      code: 'NAMESPACE_DIFFERS',
      segments: [...placed.segments, ...field],
      message: `the namespace from the provided object "${displayText(own)}" does not match the namespace "${displayText(namespace)}"; object skipped`,
    },
    { file: placed.file, ...placed.positionOf(field) },
  );
}
