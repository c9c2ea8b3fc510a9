import { attempt, type KubernetesObject, originOf } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import type { JSONObject, JSONValue } from '@kubesem/manifests';

interface Fields {
  readonly [name: string]: JSONValue | undefined;
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The fields that tell the entries of a list apart; those of other lists are told apart by their position. */
const KEYS: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map([
  ['containers', ['name']],
  ['initContainers', ['name']],
  ['volumes', ['name']],
  ['env', ['name']],
  ['imagePullSecrets', ['name']],
  ['ports', ['containerPort', 'protocol']],
  ['volumeMounts', ['mountPath']],
  ['volumeDevices', ['devicePath']],
  ['hostAliases', ['ip']],
  ['topologySpreadConstraints', ['topologyKey']],
  ['resourceClaims', ['name']],
  ['schedulingGates', ['name']],
]);

/** Lists that a manifest replaces. */
const ATOMIC: ReadonlySet<string> = /* @__PURE__ */ new Set(['tolerations']);

/** Structs, and lists of such, of which only the fields in the manifest stay: `retainKeys`. */
const RETAINED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['strategy', 'volumes', 'resourceClaims'],
]);

/**
 * Applies a manifest to an object that exists: it keeps what the manifest does not have, such as defaults, except for what the
 * last manifest had. Metadata and status stay.
 *
 * Source: `k8s.io/kubectl/pkg/cmd/apply` v0.37.1, `Patcher.patchSimple`; `k8s.io/apimachinery/pkg/util/strategicpatch` v0.37.1.
 */
export function appliedObject(live: JSONObject, manifest: JSONObject): JSONObject {
  const annotations = fields(live as KubernetesObject<object, object>, ABSENT)
    .at('metadata')
    .at('annotations');
  // A manifest that exists is itself the last one.
  const last =
    originOf(live) === 'STORED'
      ? attempt<JSONObject | null>(() => JSON.parse(annotations.text(LAST_APPLIED))).value
      : live;
  const spec = merge('spec', live.spec, manifest.spec, isFields(last) ? last.spec : undefined);
  return { ...live, spec: spec as JSONValue };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Value = JSONValue | undefined;

function merge(name: string, live: Value, given: Value, last: Value): Value {
  if (isFields(live) && isFields(given)) {
    const merged = mergeFields(live, given, isFields(last) ? last : {});
    return RETAINED.has(name) ? retained(merged, given) : merged;
  }
  if (!ATOMIC.has(name) && Array.isArray(live) && Array.isArray(given)) {
    return mergeList(name, live, given, Array.isArray(last) ? last : []);
  }
  return given;
}

function mergeFields(live: Fields, given: Fields, last: Fields): JSONObject {
  const [next, before] = [new Map(Object.entries(given)), new Map(Object.entries(last))];
  const merged = new Map(
    Object.entries(live).filter(([name]) => next.has(name) || !before.has(name)),
  );
  for (const [name, value] of next) {
    if (value === null) {
      merged.delete(name);
    } else {
      merged.set(name, merge(name, merged.get(name), value, before.get(name)));
    }
  }
  return Object.fromEntries(merged) as JSONObject;
}

/** Without the fields that the manifest lacks; but a volume that is only a name keeps the type that the server fills in. */
function retained(merged: JSONObject, given: Fields): JSONObject {
  // One that is null is not retained.
  const next = new Map(Object.entries(given).filter(([, value]) => value !== null));
  return next.size === 0 || (next.size === 1 && next.has('name'))
    ? merged
    : (Object.fromEntries(Object.entries(merged).filter(([name]) => next.has(name))) as JSONObject);
}

/** Merges the entries of a list by their keys. A list whose entries have none is replaced, but keeps its defaults. */
function mergeList(
  name: string,
  live: readonly JSONValue[],
  given: readonly JSONValue[],
  last: readonly JSONValue[],
): JSONValue {
  const [known, next, before] = [byKey(name, live), byKey(name, given), byKey(name, last)];
  if (known === undefined || next === undefined) {
    const isAligned = live.length === given.length;
    return given.map((each, index) =>
      isAligned ? (merge('', live[index], each, last[index]) as JSONValue) : each,
    );
  }
  const merged = new Map([...known].filter(([key]) => next.has(key) || !before?.has(key)));
  for (const [key, each] of next) {
    const entry = RETAINED.has(name) ? name : '';
    merged.set(key, merge(entry, merged.get(key), each, before?.get(key)) as JSONValue);
  }
  return [...merged.values()];
}

const PRESETS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([['protocol', 'TCP']]);

/** The entries of a list by their keys; undefined if an entry has no key of its own. */
function byKey(name: string, list: readonly JSONValue[]): Map<string, JSONValue> | undefined {
  const fields = KEYS.get(name);
  if (fields === undefined) {
    return undefined;
  }
  const found = new Map<string, JSONValue>();
  for (const each of list) {
    const entry = new Map(Object.entries(isFields(each) ? each : {}));
    const values = fields.map((name) => entry.get(name) ?? PRESETS.get(name));
    if (values.includes(undefined)) {
      return undefined;
    }
    found.set(values.join('/'), each);
  }
  return found.size === list.length ? found : undefined;
}
