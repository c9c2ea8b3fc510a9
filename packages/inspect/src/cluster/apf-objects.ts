import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { FilePosition, ManifestFile } from '@kubesem/manifests';
import type { Problem } from '../report/problem.js';
import { readObjectLists } from './object-lists.js';

/** The objects that configure API Priority and Fairness. */
export interface ApfObjects {
  /** The priority levels. */
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  /** The flow schemas. */
  readonly flowSchemas: readonly FlowSchema[];
  /** What is wrong with the files and with these objects; objects with errors are left out of the lists. */
  readonly problems: readonly Problem[];
  /**
   * Looks up where something stands that is named by its place in these lists.
   *
   * @param path - such as `flowSchemas[3].spec.rules`
   * @returns the file, and the place of the field or of what is around it; undefined for a list that is none of these
   */
  placeOf(path: string): FilePosition | undefined;
}

/** Source: `k8s.io/api/flowcontrol` v0.37.1, its versions. */
const KINDS: { readonly [type: string]: 'priorityLevels' | 'flowSchemas' } =
  /* @__PURE__ */ Object.fromEntries(
    ['v1', 'v1beta3', 'v1beta2', 'v1beta1'].flatMap((version) => {
      const group = `flowcontrol.apiserver.k8s.io/${version}`;
      return [
        [`${group} PriorityLevelConfiguration`, 'priorityLevels'],
        [`${group} FlowSchema`, 'flowSchemas'],
      ] as const;
    }),
  );

/**
 * Reads priority levels and flow schemas, of any version of their API, from manifests or from a dump of a cluster.
 *
 * All other kinds are passed over. The objects are as they are written: what an API server fills in or refuses is not
 * looked at.
 *
 * @param files - texts, such as the output of `kubectl get prioritylevelconfigurations,flowschemas -o yaml`
 * @returns the objects, and what is wrong; nothing is thrown
 *
 * @example
 * ```ts
 * import { readApfObjects } from '@kubesem/inspect';
 *
 * const text = `
 * apiVersion: flowcontrol.apiserver.k8s.io/v1
 * kind: FlowSchema
 * metadata: { name: builds }
 * spec: { matchingPrecedence: 500 }
 * `;
 * const { flowSchemas, priorityLevels, placeOf } = readApfObjects([{ name: 'apf.yaml', text }]);
 * flowSchemas[0]?.metadata?.name // => 'builds'
 * priorityLevels // => []
 * placeOf('flowSchemas[0].spec')?.line // => 5
 * ```
 */
export function readApfObjects(files: readonly ManifestFile[]): ApfObjects {
  const { objectsOf, problems, placeOf } = readObjectLists(files, KINDS);
  return {
    priorityLevels: objectsOf<PriorityLevelConfiguration>('priorityLevels'),
    flowSchemas: objectsOf<FlowSchema>('flowSchemas'),
    problems,
    placeOf,
  };
}
