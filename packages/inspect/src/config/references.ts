import { type ConfigReference, configReferences } from '@kubesem/config';
import { attempt, type Pod } from '@kubesem/core';
import type { ObjectReport } from '../report/report.js';

/** Returns the references of a Pod to ConfigMaps and Secrets. */
export function referencesOf(pod: Pod): readonly ConfigReference[] {
  return attempt(() => configReferences(pod)).value ?? [];
}

/** The controllers of which a Pod is known: all their Pods have the same references. */
export class Controllers {
  private readonly uids = new Set<string>();

  /** Adds the controller of an object; returns whether the references of the object matter. */
  add({ controllerUid, pods }: ObjectReport): boolean {
    // Nothing starts from the template of an old ReplicaSet, and no container of a Pod that has ended.
    if (pods.count === 0 || (controllerUid !== undefined && this.uids.has(controllerUid))) {
      return false;
    }
    if (controllerUid !== undefined) {
      this.uids.add(controllerUid);
    }
    return true;
  }
}
