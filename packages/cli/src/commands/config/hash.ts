import { configMapHash, kustomizeHash, secretHash } from '@kubesem/config';
import { type ConfigMap, identityOf, type Secret } from '@kubesem/core';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import type { ObjectIdentity, Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type Column, column, location, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { CONFIG_RESOURCES } from '../../io/cluster/resources.js';
import { attemptOn } from '../../io/cluster-objects.js';
import { readEach } from '../../io/objects.js';
import { notFound } from '../../output/not-found.js';

const EXAMPLES = `
Examples:
  kubesem config hash web.yaml         The hashes of manifests
  kubectl kustomize overlay | kubesem config hash
                                       Whether generated names are up to date
  kubesem config hash --context prod -n shop

KUBECTL is the hash of kubectl create --append-hash, KUSTOMIZE that of the
generators of kustomize. They differ for every object.

SUFFIX shows whose hash the name ends with. It is "outdated" if the name ends
with another hash, as after a change of the data. KUBECTL is then computed from
the name without the suffix.

Exit status: 0 if all hashes are known, 1 if an object or a file cannot be read,
2 if the command line is wrong.`;

const COLUMNS: readonly Column<HashedObject>[] = [
  column('NAMESPACE', ({ namespace }) => namespace, { drop: 1 }),
  column('KIND', ({ kind }) => kind),
  column('NAME', ({ name }) => name),
  column('KUBECTL', ({ kubectl }) => kubectl),
  column('KUSTOMIZE', ({ kustomize }) => kustomize),
  column('SUFFIX', ({ suffix }) => suffix),
  location(),
];

/** `kubesem config hash`. */
export const hash: AddCommand = command({
  name: 'hash',
  summary: 'Show the hashes of ConfigMaps and Secrets, as in generated names',
  help: EXAMPLES,
  arguments: { paths: flags.paths() },
  flags: { ...flags.input('ConfigMaps and Secrets'), ...flags.table() },
  columns: COLUMNS,
  reads: ({ namespace }) => ({ resources: CONFIG_RESOURCES, only: namespace, namespace }),
  answer: async ({ input }, terminal) => {
    const objects: HashedObject[] = [];
    const { problems, errors } = await readEach(input, terminal, (placed, found) => {
      const object = isConfig(placed) ? hashed(placed, found) : undefined;
      if (object !== undefined) {
        objects.push(object);
      }
    });
    return {
      table: tableOf(COLUMNS, objects),
      model: () => ({ objects, problems }),
      problems,
      errors,
      missing: objects.length === 0 ? notFound(input, 'ConfigMaps or Secrets') : undefined,
    };
  },
});

/** A ConfigMap or Secret with its hashes. */
type HashedObject = NonNullable<ReturnType<typeof hashed>>;

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
export function hashed(placed: ManifestObject, problems: Problem[]) {
  // The items of a list need not have a kind.
  const object: ConfigMap | Secret = { ...placed.object, kind: placed.kind };
  const identity = configIdentity(placed);
  const [, before = identity.name, suffix] = GENERATED.exec(identity.name) ?? [];
  return attemptOn(placed, problems, () => {
    // kubectl hashes the name before it appends the hash.
    const unnamed = { ...object, metadata: { name: before } };
    const kubectl = placed.kind === SECRET.kind ? secretHash(unnamed) : configMapHash(unnamed);
    // Of manifests and stored objects alike: kustomize wraps long base64 in all that it generates.
    const kustomize = kustomizeHash(object, { isStored: true });
    const by = suffix === kustomize ? 'kustomize' : suffix === kubectl ? 'kubectl' : 'outdated';
    // Whose hash the name ends with; absent if it does not end with a hash.
    return { ...identity, kubectl, kustomize, ...(suffix !== undefined && { suffix: by }) };
  });
}

/** A name that ends like one with a hash, which has no vowels and no digits that look like them. */
export const GENERATED: RegExp = /^(.*)-([2456789bcdfghkmt]{10})$/;
