import { objectNamespace, objectOf, textOf } from '@kubesem/core';
import type { ObjectIdentity } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';

/** Identity of an object; a name of the wrong type is empty. */
export function identityOf(placed: ManifestObject): ObjectIdentity {
  const { file, line, column, item, apiVersion, kind, object } = placed;
  const metadata = objectOf(object.metadata as { name: unknown; namespace: unknown });
  return {
    ...{ file, line, column },
    ...(item !== '' && { item }),
    ...{ apiVersion, kind },
    namespace: objectNamespace({ metadata: { namespace: textOf(metadata.namespace) } }),
    name: textOf(metadata.name),
  };
}
