import { indexCluster } from '@kubesem/core';
import { customKinds, type DrainCluster, type ScaleDefinition } from '@kubesem/disruption';
import type { Case } from '../../case/case.js';

/** The objects that decide about disruptions. A list is absent if the input has no such object: it may be missing. */
export function drainCluster(input: Case): DrainCluster {
  return input.once('drain cluster', () => {
    const definitions = input.list<ScaleDefinition>(
      'apiextensions.k8s.io/v1 CustomResourceDefinition',
    );
    return indexCluster({
      ...(definitions.length > 0 &&
        customKinds(
          definitions,
          input.objects.map(({ object }) => object),
        )),
      ...input.cluster,
    });
  });
}
