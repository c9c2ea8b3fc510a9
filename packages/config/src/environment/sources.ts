import {
  ABSENT,
  applyStringData,
  type ClusterObjects,
  type ConfigMap,
  fields,
  type Node,
  objectNamespace,
  type Secret,
  type Service,
  THROW,
  toByteString,
} from '@kubesem/core';
import type { FileContent } from '../content.js';
import { readBytes } from '../data.js';
import { byKey, type ServiceVariable, serviceVariables } from './service-variables.js';
import { type Value, valueOf } from './value.js';

/** The objects that define the environment of a container; they can be of all namespaces. */
export interface EnvironmentSources
  extends Pick<ClusterObjects, 'configMaps' | 'secrets' | 'services'> {
  /** The node of the Pod. */
  readonly node?: Node | null | undefined;
  /** The addresses of the Pod; those of its status by default. */
  readonly podIPs?: readonly string[] | undefined;
  /** Env files for `fileKeyRef`, by volume and by path in it. */
  readonly files?: EnvFiles | undefined;
}

/** Env files by volume and by path in it. */
export interface EnvFiles {
  /** The files of one volume. */
  readonly [volume: string]: { readonly [path: string]: FileContent };
}

/** Data of a ConfigMap or Secret as byte strings, in the order of the object. */
export type Data = ReadonlyMap<string, string>;

/** What a volume contains of a ConfigMap or Secret. */
export interface StoredData {
  /** The `data`. */
  readonly data: Data;
  /** The `binaryData` of a ConfigMap. */
  readonly binaryData: Data;
  /** Whether the kubelet stops reading the object once it has it. */
  readonly isImmutable: boolean;
}

/** The variables of Services by name. */
export interface IndexedServiceVariables {
  /** The variables. */
  readonly byName: ReadonlyMap<string, ServiceVariable>;
  /** The variables as containers get them. */
  readonly values: ReadonlyMap<string, Value>;
  /** The candidates of the variables that several Services define. */
  readonly candidates: ReadonlyMap<string, readonly ServiceVariable[]>;
}

/** Indexes of other copies of this package, built anew. */
const COPIES: WeakMap<object, EnvironmentIndex> = /* @__PURE__ */ new WeakMap();

/**
 * An index of the objects, for the environments of many containers.
 *
 * @example
 * ```ts
 * import { containerEnvironment, EnvironmentIndex } from '@kubesem/config';
 *
 * const config = { metadata: { namespace: 'shop', name: 'web' }, data: { PORT: '80' } };
 * const index = new EnvironmentIndex({ configMaps: [config] });
 * const container = { envFrom: [{ configMapRef: { name: 'web' } }] };
 * const pod = { metadata: { namespace: 'shop' }, spec: { containers: [container] } };
 * containerEnvironment(pod, container, index).variables // => [{ name: 'PORT', value: '80', isSecret: false }]
 * ```
 */
export class EnvironmentIndex {
  /** The node of the Pods. */
  readonly node: Node | null | undefined;
  /** The addresses of the Pod. */
  readonly podIPs: readonly string[] | undefined;
  /** Env files by volume and path. */
  readonly files: EnvFiles;
  // Not private: two copies of this package can be in one app, and private fields would make their types differ.
  /** @internal */
  readonly configMaps: ByName<ConfigMap>;
  /** @internal */
  readonly secrets: ByName<Secret>;
  /** @internal */
  readonly services: readonly Service[];
  /** @internal */
  readonly data: Map<ConfigMap | Secret, Data> = new Map();
  /** @internal */
  readonly binaryData: Map<ConfigMap, Data> = new Map();
  /** @internal */
  readonly sets: Map<Data, Map<string, ReadonlyMap<string, Value>>> = new Map();
  /** @internal */
  readonly variables: Map<string, IndexedServiceVariables> = new Map();

  /**
   * Indexes objects by their names.
   *
   * @param sources - the objects; they are not changed
   * @param unmasked - the index with the values, if this one has markers instead of them; internal
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a list has the wrong JSON type
   */
  constructor(
    /** @internal */
    readonly sources: EnvironmentSources,
    /** @internal */
    readonly unmasked?: EnvironmentIndex | undefined,
  ) {
    this.node = sources.node;
    this.podIPs = sources.podIPs;
    this.files = sources.files ?? {};
    this.configMaps = byName(fields<EnvironmentSources>(sources, THROW).list('configMaps'));
    this.secrets = byName(fields<EnvironmentSources>(sources, THROW).list('secrets'));
    this.services = fields<EnvironmentSources>(sources, THROW).list('services');
  }

  /**
   * An index of the same objects in which a marker, such as `<Secret db key password>`, replaces each value of a Secret. What
   * is made with it carries the marker, so it can be printed. Checks use the values, and report without them.
   *
   * @returns the index with markers
   * @internal
   */
  masked(): EnvironmentIndex {
    return maskedIndex(this);
  }

  /**
   * The index that checks use, which has the values of Secrets. Nothing of it may reach a result of this index.
   *
   * @internal
   */
  get forChecks(): EnvironmentIndex {
    return this.unmasked ?? this;
  }

  /**
   * Whether markers replace the values of Secrets.
   *
   * @internal
   */
  get isMasked(): boolean {
    return this.unmasked !== undefined;
  }

  /**
   * Finds the data of a ConfigMap.
   *
   * @param namespace - its namespace
   * @param name - its name
   * @returns its text as byte strings; undefined if there is no such ConfigMap
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the data has the wrong JSON type
   * @internal
   */
  configMap(namespace: string, name: string): Data | undefined {
    const found = this.configMaps.get(namespace)?.get(name);
    return found && cached(this.data, found, () => configMapData(found));
  }

  /**
   * Finds the data of a Secret.
   *
   * @param namespace - its namespace
   * @param name - its name
   * @returns its bytes as byte strings; undefined if there is no such Secret
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the data has the wrong JSON type or is not base64
   * @internal
   */
  secret(namespace: string, name: string): Data | undefined {
    const found = this.secrets.get(namespace)?.get(name);
    return (
      found &&
      cached(this.data, found, () => {
        const data = secretData(found);
        return this.isMasked ? markers(name, data) : data;
      })
    );
  }

  /**
   * Makes the variables of an `envFrom`.
   *
   * @param data - data of a ConfigMap or Secret of this index
   * @param prefix - the prefix of the names, a byte string
   * @param isSecret - whether the data is that of a Secret
   * @returns the variables by key
   * @internal
   */
  values(data: Data, prefix: string, isSecret: boolean): ReadonlyMap<string, Value> {
    const byPrefix = cached(this.sets, data, () => new Map<string, ReadonlyMap<string, Value>>());
    return cached(byPrefix, prefix, () => {
      // Sorted, because the variables of each container are.
      const sorted = [...data].sort(byKey);
      return new Map(
        sorted.map(([key, bytes]) => [
          key,
          shared(valueOf(prefix + toByteString(key), bytes, isSecret)),
        ]),
      );
    });
  }

  /**
   * Finds all data of a ConfigMap or Secret.
   *
   * @param isSecret - whether it is a Secret
   * @param namespace - its namespace
   * @param name - its name
   * @returns its text and bytes; undefined if there is no such object
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the data has the wrong JSON type or is not base64
   * @internal
   */
  stored(isSecret: boolean, namespace: string, name: string): StoredData | undefined {
    const found = (isSecret ? this.secrets : this.configMaps).get(namespace)?.get(name);
    return (
      found && {
        data: (isSecret ? this.secret(namespace, name) : this.configMap(namespace, name)) as Data,
        binaryData: isSecret
          ? new Map()
          : cached(this.binaryData, found, () =>
              readBytes(fields<ConfigMap>(found, THROW), 'binaryData'),
            ),
        isImmutable: fields<ConfigMap | Secret>(found, THROW).flag('immutable') === true,
      }
    );
  }

  /**
   * Finds the variables of Services.
   *
   * @param namespace - namespace of the Pod
   * @param enableServiceLinks - whether the Pod has Service links
   * @returns the variables and their conflicts by name
   * @internal
   */
  serviceVariables(namespace: string, enableServiceLinks: boolean): IndexedServiceVariables {
    return cached(this.variables, `${enableServiceLinks}/${namespace}`, () => {
      const options = { namespace, enableServiceLinks };
      const { variables, conflicts } = serviceVariables(this.services, options);
      return {
        byName: new Map(variables.map((variable) => [variable.name, variable])),
        values: new Map(
          variables.map(({ name, value }) => [name, shared(valueOf(name, value, false))]),
        ),
        candidates: new Map(conflicts.map(({ name, candidates }) => [name, candidates])),
      };
    });
  }
}

/** Returns what is known of a key, and keeps what it has to make. */

/** Makes the index outside of its class: within it, the compiler would rename the class. */
function maskedIndex(index: EnvironmentIndex): EnvironmentIndex {
  return new EnvironmentIndex(index.sources, index);
}

/**
 * Returns an index of objects, or the index itself. An index of another copy of this package is built anew from its objects,
 * once.
 */
export function environmentIndexOf(
  sources: EnvironmentSources | EnvironmentIndex,
): EnvironmentIndex {
  if (sources instanceof EnvironmentIndex) {
    return sources;
  }
  const other = sources as Partial<Pick<EnvironmentIndex, 'sources' | 'unmasked'>>;
  if (other.sources === undefined) {
    return new EnvironmentIndex(sources);
  }
  const { sources: objects, unmasked } = other;
  return cached(COPIES, sources, () => {
    const index = new EnvironmentIndex(objects);
    return unmasked === undefined ? index : index.masked();
  });
}

function cached<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined) {
    return found;
  }
  const value = make();
  known.set(key, value);
  return value;
}

/** Freezes a variable that many containers get. */
function shared(value: Value): Value {
  Object.freeze(value.variable);
  return value;
}

/** Objects by namespace and by name. */
type ByName<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

/** Indexes objects. Nothing refers to an object whose name cannot be read, so it is left out. */
function byName<T extends ConfigMap | Secret>(objects: readonly T[]): ByName<T> {
  const found = new Map<string, Map<string, T>>();
  for (const item of objects) {
    const name = fields<ConfigMap | Secret>(item, ABSENT).at('metadata').text('name');
    if (name !== '') {
      cached(found, objectNamespace(item), () => new Map<string, T>()).set(name, item);
    }
  }
  return found;
}

/** The text of a ConfigMap; variables never come from its `binaryData`. */
function configMapData(configMap: ConfigMap): Data {
  const texts = fields<ConfigMap>(configMap, THROW).map('data');
  return new Map([...texts].map(([key, text]) => [key, toByteString(text)]));
}

/** A marker for each value of a Secret. It has no `/`, so a path that is made from it has no more folders. */
function markers(name: string, data: Data): Data {
  const marker = (key: string) => `<Secret ${name} key ${key}>`.replace(/\//g, '_');
  return new Map([...data.keys()].map((key) => [key, toByteString(marker(key))]));
}

/** The data of a Secret as it is stored, as byte strings. */
export function secretData(secret: Secret): Data {
  const { value } = fields<Secret>(secret, THROW);
  return readBytes(fields<Secret>(applyStringData(value), THROW), 'data');
}
