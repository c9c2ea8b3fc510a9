import { type QuotaObject, resourceOf } from '@kubesem/admission';
import { attempt, objectOf, type ResourceQuota } from '@kubesem/core';
import { RESOURCE_QUOTA } from '@kubesem/core/kinds';
import type { ObjectCollector } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { countsUnder } from '@kubesem/resources';
import { type Resource, WORKLOAD_RESOURCES } from '../../io/cluster/resources.js';
import { identityOf } from '../../io/lenient.js';

/** The names that a server can have stored; they need no escapes in a field selector. */
const NAME = /^[a-z0-9][a-z0-9.-]{0,252}$/;

const KNOWN: ReadonlySet<string> = /* @__PURE__ */ new Set(
  WORKLOAD_RESOURCES.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
);

/**
 * Finds out which new objects a cluster may hold already, because their names are then updated and not created. Only what a
 * quota counts matters: the cluster is asked for no other Secret.
 */
export class ExistingObjects {
  private readonly created: ManifestObject[] = [];
  private readonly hard = new Map<string, Set<string>>();

  /** Passes objects on; `isCreated` tells the new ones by their file. */
  constructor(
    private readonly next: ObjectCollector,
    private readonly isCreated: (file: string) => boolean,
  ) {}

  readonly addProblem: ObjectCollector['addProblem'] = (problem) => this.next.addProblem(problem);

  readonly add: ObjectCollector['add'] = (placed) => {
    const { apiVersion, kind, object, file } = placed;
    if (apiVersion === RESOURCE_QUOTA.apiVersion && kind === RESOURCE_QUOTA.kind) {
      const { namespace } = identityOf(object);
      const { spec, status }: ResourceQuota = object;
      const names = this.hard.get(namespace) ?? new Set();
      this.hard.set(namespace, names);
      for (const hard of [objectOf(spec).hard, objectOf(status).hard]) {
        Object.keys(objectOf(hard)).forEach((name) => void names.add(name));
      }
    } else if (this.isCreated(file) && !KNOWN.has(`${apiVersion} ${kind}`)) {
      const { metadata } = object;
      this.created.push({ ...placed, object: { metadata } as ManifestObject['object'] });
    }
    this.next.add(placed);
  };

  /** What to list: one object each. */
  resources(): readonly Resource[] {
    const found = new Map<string, Resource>();
    for (const { apiVersion, kind, object } of this.created) {
      const { namespace, name } = identityOf(object);
      const type: QuotaObject = { apiVersion, kind };
      const resource = attempt(() => resourceOf(type)).value ?? '';
      const isCounted = [...(this.hard.get(namespace) ?? [])].some((hard) =>
        countsUnder(hard, resource),
      );
      if (isCounted && NAME.test(name)) {
        const [plural = ''] = resource.split('.');
        const fieldSelector = `metadata.name=${name}`;
        // What exists would count as new.
        const unlisted = 'NO_ANSWER' as const;
        const one = { apiVersion, plural, kind, namespaced: true, fieldSelector, unlisted };
        found.set(`${apiVersion} ${kind} ${name}`, one);
      }
    }
    return [...found.values()];
  }
}
