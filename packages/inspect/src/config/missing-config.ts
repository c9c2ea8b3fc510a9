import type { ConfigReference } from '@kubesem/config';
import {
  type ClusterObjects,
  type ConfigMap,
  type Problem as CoreProblem,
  identityOf,
  objectNamespace,
  originOf,
  type Secret,
} from '@kubesem/core';
import { pathBelow, problemOf } from '@kubesem/core/internal';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import { placeOf } from '../admission/candidate.js';
import { type ConfigReferenceProblemCode, type Problem, placeProblem } from '../problem.js';
import type { InspectedObject } from '../report/inspected-object.js';
import { Controllers, referencesOf } from './references.js';

type Kind = ConfigReference['kind'];

/** The keys of a ConfigMap or Secret. */
interface KnownKeys {
  /** Of texts, which variables can use. */
  readonly texts: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** The controller manager keeps it in every namespace, so a list of all ConfigMaps of a namespace has it. */
const IN_EVERY_NAMESPACE = 'kube-root-ca.crt';

/** Lists the references of Pods and workloads to ConfigMaps and Secrets that the files do not satisfy. */
export function missingConfig(
  objects: readonly InspectedObject[],
  cluster: ClusterObjects,
): ReadonlyMap<InspectedObject, readonly Problem[]> {
  const found = new Map<InspectedObject, readonly Problem[]>();
  const uids = new Set(objects.flatMap(({ workload }) => workload?.report.uid ?? []));
  const controllers = new Controllers();
  const configs = new KnownConfigs(cluster);
  for (const object of objects) {
    const { report, pod, references = pod && referencesOf(pod), kind } = object.workload ?? {};
    // A controller in the files has the same references as its Pods.
    if (report && references && controllers.add(report) && !uids.has(report.controllerUid ?? '')) {
      const place = placeOf(object);
      const problems = [...configs.problems(report.namespace, references)].map((problem) =>
        placeProblem(place, problem, kind?.templateSegments),
      );
      found.set(object, problems);
    }
  }
  return found;
}

/** The ConfigMaps and Secrets of a cluster. */
class KnownConfigs {
  private readonly objects: ReadonlyMap<string, KnownKeys>;
  /** Kinds and namespaces of stored objects. */
  private readonly listed: ReadonlySet<string>;

  constructor({ configMaps, secrets }: ClusterObjects) {
    const all: readonly (readonly [Kind, ConfigMap & Secret])[] = [
      ...(configMaps ?? []).map((each) => [CONFIG_MAP.kind, each] as const),
      ...(secrets ?? []).map((each) => [SECRET.kind, each] as const),
    ];
    this.objects = new Map(
      all.map(([kind, each]) => {
        const { namespace, name } = identityOf(each);
        return [keyOf(kind, namespace, name), keysOf(kind, each)];
      }),
    );
    this.listed = new Set(
      all
        .filter(([, each]) => originOf(each) === 'STORED')
        .map(([kind, each]) => keyOf(kind, objectNamespace(each), '')),
    );
  }

  /**
   * Lists the references of a Pod that cannot be satisfied.
   *
   * A missing object is a problem only if the files list all objects of its kind and namespace, as a dump of the cluster
   * does: manifests may refer to what others create. A missing key is a problem unless the object is a manifest without data,
   * which something else fills in.
   */
  *problems(
    namespace: string,
    references: readonly ConfigReference[],
  ): Generator<CoreProblem<ConfigReferenceProblemCode>, void> {
    for (const { kind, name, use, keys = [], isOptional, segments } of references) {
      const isNeeded = !isOptional && use !== 'IMAGE_PULL' && use !== 'VOLUME_PLUGIN';
      const known = this.objects.get(keyOf(kind, namespace, name));
      const path = pathBelow(undefined, segments);
      if (isNeeded && known === undefined && this.isComplete(kind, namespace)) {
        yield problemOf({
          severity: 'warning',
          code: kind === SECRET.kind ? 'SECRET_NOT_FOUND' : 'CONFIG_MAP_NOT_FOUND',
          path,
          value: name,
          message: `namespace ${namespace} has no ${kind} "${name}", so the Pod cannot start`,
        });
      }
      if (!isNeeded || known === undefined || known.all.size === 0) {
        continue;
      }
      const found = use === 'ENV' ? known.texts : known.all;
      for (const key of keys.filter((each) => !found.has(each))) {
        yield problemOf({
          severity: 'warning',
          code: 'KEY_NOT_FOUND',
          path,
          value: key,
          message: `${kind} "${name}" has no key "${key}", so the Pod cannot start`,
        });
      }
    }
  }

  /** Whether the files have all objects of a kind and namespace. */
  private isComplete(kind: Kind, namespace: string): boolean {
    const isDumped =
      this.listed.has(keyOf(CONFIG_MAP.kind, namespace, '')) &&
      this.objects.has(keyOf(CONFIG_MAP.kind, namespace, IN_EVERY_NAMESPACE));
    return isDumped && this.listed.has(keyOf(kind, namespace, ''));
  }
}

function keyOf(kind: Kind, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}

function keysOf(kind: Kind, { data, binaryData, stringData }: ConfigMap & Secret): KnownKeys {
  const more = kind === SECRET.kind ? stringData : binaryData;
  const [texts, others] = [data, more].map((map) => Object.keys(map ?? {})) as [string[], string[]];
  const all = new Set([...texts, ...others]);
  return { texts: kind === SECRET.kind ? all : new Set(texts), all };
}
