import { type QuotaObject } from '@kubesem/admission';
import { resourceOf } from '@kubesem/admission/internal';
import { attempt, identityOf, type ResourceQuota, type StatefulSet } from '@kubesem/core';
import { listOf, objectOf } from '@kubesem/core/internal';
import * as kinds from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import { countsUnder } from '@kubesem/resources/internal';

/** The names that a server can have stored; they need no escapes in a field selector. */
const NAME = /^[a-z0-9][a-z0-9.-]{0,252}$/;

/** Only such a version and plural are parts of a path; a server has no others. */
const VERSION = /^(?:[a-z0-9][a-z0-9.-]*\/)?[a-z0-9]+$/;
const PLURAL = /^[a-z0-9][a-z0-9-]*$/;

/** The kinds of which quotas count more than the number of objects. */
const MEASURED: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [kinds.SERVICE, kinds.PERSISTENT_VOLUME_CLAIM].map(keyOf),
);

/** What to list of a cluster. */
export interface ExistingRequest
  extends Pick<kinds.Kind, 'apiVersion' | 'kind' | 'plural' | 'namespaced'> {
  /** Selects one object; undefined for all. */
  readonly fieldSelector?: string;
  /** Whether only the metadata of the objects is of use. */
  readonly metadataOnly?: boolean;
}

type TypeOf = Pick<kinds.Kind, 'apiVersion' | 'kind'>;

/**
 * Finds out which new objects a cluster may hold already, because their names are then updated and not created. Only what a
 * quota counts matters: the cluster is asked for no other Secret.
 */
export class ExistingObjects {
  private readonly created: ManifestObject[] = [];
  private readonly hard = new Map<string, Set<string>>();
  /** The namespaces of new StatefulSets with claims. */
  private readonly claiming = new Set<string>();
  /** The names to ask for, by kind. */
  private readonly asked = new Map<string, AskedKind>();

  /** @param isListed - whether all objects of a kind are read anyway */
  constructor(private readonly isListed: (type: TypeOf) => boolean) {}

  /** Takes note of an object of the input. */
  add(placed: ManifestObject, isCreated: boolean): void {
    const { object } = placed;
    const { namespace } = identityOf(object);
    if (keyOf(placed) === keyOf(kinds.RESOURCE_QUOTA)) {
      const { spec, status }: ResourceQuota = object;
      const names = this.hard.get(namespace) ?? new Set();
      this.hard.set(namespace, names);
      for (const hard of [objectOf(spec).hard, objectOf(status).hard]) {
        Object.keys(objectOf(hard)).forEach((name) => void names.add(name));
      }
    } else if (isCreated) {
      const { metadata, spec } = object;
      if (!this.isListed(placed)) {
        this.created.push({ ...placed, object: { metadata } as ManifestObject['object'] });
      }
      const { volumeClaimTemplates } = objectOf(spec as StatefulSet['spec']);
      if (keyOf(placed) === keyOf(kinds.STATEFUL_SET) && listOf(volumeClaimTemplates).length > 0) {
        this.claiming.add(namespace);
      }
    }
  }

  /** What to list: a few objects one by one, more of a kind at once, and all claims if a StatefulSet can use them. */
  requests(): readonly ExistingRequest[] {
    for (const { apiVersion, kind, object } of this.created) {
      const { namespace, name } = identityOf(object);
      const type: QuotaObject = { apiVersion, kind };
      const resource = attempt(() => resourceOf(type)).value ?? '';
      const [plural = ''] = resource.split('.');
      const isSafe = NAME.test(name) && VERSION.test(apiVersion) && PLURAL.test(plural);
      if (isSafe && this.isCounted(namespace, resource)) {
        const of = { apiVersion, kind, plural, namespaced: true };
        const asked = this.asked.get(keyOf(of)) ?? { resource: of, names: new Set<string>() };
        this.asked.set(keyOf(of), asked);
        asked.names.add(name);
      }
    }
    const claims: kinds.Kind = kinds.PERSISTENT_VOLUME_CLAIM;
    const isClaiming = [...this.claiming].some((each) => this.isCounted(each, claims.plural));
    const needsAll = isClaiming && !this.isListed(claims);
    if (needsAll) {
      this.asked.delete(keyOf(claims));
    }
    return [...[...this.asked.values()].flatMap(requestsFor), ...(needsAll ? [claims] : [])];
  }

  private isCounted(namespace: string, resource: string): boolean {
    return [...(this.hard.get(namespace) ?? [])].some((name) => countsUnder(name, resource));
  }

  /** What is of use of an object that the cluster holds; undefined if it was not asked for. */
  kept(placed: ManifestObject): ManifestObject | undefined {
    const { names } = this.asked.get(keyOf(placed)) ?? {};
    return (names?.has(identityOf(placed.object).name) ?? true) ? kept(placed) : undefined;
  }
}

/** The objects of a kind that may exist. */
interface AskedKind {
  readonly resource: ExistingRequest;
  readonly names: Set<string>;
}

/** More than so many names are answered sooner by one list of their kind, which has only names unless a quota measures more. */
const MOST_NAMES = 5;

function requestsFor({ resource, names }: AskedKind): readonly ExistingRequest[] {
  return names.size > MOST_NAMES
    ? [{ ...resource, metadataOnly: !MEASURED.has(keyOf(resource)) }]
    : [...names].map((name) => ({ ...resource, fieldSelector: `metadata.name=${name}` }));
}

function keyOf({ apiVersion, kind }: TypeOf): string {
  return `${apiVersion} ${kind}`;
}

/** Of an object that only counts, its name: the data of a Secret are of no use here. */
function kept(placed: ManifestObject): ManifestObject {
  const { name, namespace, uid } = objectOf<Fields>(placed.object.metadata as Fields);
  const object = { metadata: { name, namespace, uid } } as ManifestObject['object'];
  return MEASURED.has(keyOf(placed)) ? placed : { ...placed, object };
}

interface Fields {
  readonly [name: string]: unknown;
}
