import { configMapHash, kustomizeHash, secretHash } from '@kubesem/config';
import { type ConfigMap, identityOf, type Secret } from '@kubesem/core';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import type { ObjectIdentity, Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { attemptOn } from '../../../io/placed.js';

/** A ConfigMap or Secret with its hashes. */
export interface HashedObject extends ObjectIdentity {
  readonly kubectl: string;
  readonly kustomize: string;
  /** Whose hash the name ends with; undefined if it does not end with a hash. */
  readonly suffix?: 'kubectl' | 'kustomize' | 'outdated' | undefined;
}

/** Whether an object is a ConfigMap or Secret. */
export function isConfig({ apiVersion, kind }: ManifestObject): boolean {
  return apiVersion === 'v1' && (kind === CONFIG_MAP.kind || kind === SECRET.kind);
}

/** Identity of an object; a name of the wrong type is empty. */
export function configIdentity(placed: ManifestObject): ObjectIdentity {
  const { file, line, column, item, apiVersion, kind, object } = placed;
  return {
    ...{ file, line, column },
    ...(item !== '' && { item }),
    ...{ apiVersion, kind, ...identityOf(object) },
  };
}

/** Computes the hashes of a ConfigMap or Secret; undefined if it has a problem. */
export function hashed(placed: ManifestObject, problems: Problem[]): HashedObject | undefined {
  // The items of a list need not have a kind.
  const object: ConfigMap | Secret = { ...placed.object, kind: placed.kind };
  const identity = configIdentity(placed);
  const [, before = identity.name, suffix] = GENERATED.exec(identity.name) ?? [];
  return attemptOn(placed, problems, (): HashedObject => {
    // kubectl hashes the name before it appends the hash.
    const unnamed = { ...object, metadata: { name: before } };
    const kubectl = placed.kind === SECRET.kind ? secretHash(unnamed) : configMapHash(unnamed);
    // Of manifests and stored objects alike: kustomize wraps long base64 in all that it generates.
    const kustomize = kustomizeHash(object, { isStored: true });
    const by = suffix === kustomize ? 'kustomize' : suffix === kubectl ? 'kubectl' : 'outdated';
    return { ...identity, kubectl, kustomize, ...(suffix !== undefined && { suffix: by }) };
  });
}

/** A name that ends like one with a hash, which has no vowels and no digits that look like them. */
export const GENERATED: RegExp = /^(.*)-([2456789bcdfghkmt]{10})$/;
