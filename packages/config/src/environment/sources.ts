import {
  applyStringData,
  type ClusterObjects,
  type ConfigMap,
  type Node,
  objectNamespace,
  type Secret,
  type Service,
} from '@kubesem/core';
import { ABSENT, clusterLists, fields, madeOf, THROW, toByteString } from '@kubesem/core/internal';
import type { FileContent } from '../content.js';
import { readBytes } from '../data.js';
import { byKey, type ServiceVariable, serviceVariables } from './service-variables.js';
import { type Value, valueOf } from './value.js';

/** The objects that define the environment of a container; they can be of all namespaces. */
export type EnvironmentCluster = Pick<ClusterObjects, 'configMaps' | 'secrets' | 'services'>;

/** What else defines the environment of a container. */
export interface EnvironmentOptions {
  /** The node of the Pod. */
  readonly node?: Node | null | undefined;
  /** The addresses of the Pod; those of its status by default. */
  readonly podIPs?: readonly string[] | undefined;
  /** Env files for `fileKeyRef`, by volume and by path in it. */
  readonly files?: EnvFiles | undefined;
  /**
   * Whether a marker, such as `<Secret db key password>`, replaces each value of a Secret. What is made with it carries the
   * marker, so it can be printed. Checks use the values, and report without them.
   *
   * @internal
   */
  readonly maskSecrets?: boolean | undefined;
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

/** What the environment of a container is made from. */
export interface Environment extends EnvironmentOptions {
  /** The objects, with markers in place of the values of Secrets if these are masked. */
  readonly index: EnvironmentIndex;
}

/** The objects of a cluster by their names, for the environments of many containers. */
export class EnvironmentIndex {
  readonly configMaps: ByName<ConfigMap>;
  readonly secrets: ByName<Secret>;
  readonly services: readonly Service[];
  readonly data: Map<ConfigMap | Secret, Data> = new Map();
  readonly binaryData: Map<ConfigMap, Data> = new Map();
  readonly sets: Map<Data, Map<string, ReadonlyMap<string, Value>>> = new Map();
  readonly variables: Map<string, IndexedServiceVariables> = new Map();

  /**
   * @param cluster - the objects; they are not changed
   * @param unmasked - the index with the values, if this one has markers instead of them
   * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a list has the wrong JSON type
   */
  constructor(
    cluster: EnvironmentCluster,
    readonly unmasked?: EnvironmentIndex | undefined,
  ) {
    const lists = clusterLists(cluster, 'configMaps', 'secrets', 'services');
    this.configMaps = byName(lists.configMaps);
    this.secrets = byName(lists.secrets);
    this.services = lists.services;
  }

  /** The index that checks use, which has the values of Secrets. Nothing of it may reach a result of this index. */
  get forChecks(): EnvironmentIndex {
    return this.unmasked ?? this;
  }

  /** Whether markers replace the values of Secrets. */
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

/** Returns what the environment of a container is made from. */
export function environmentOf(
  cluster: EnvironmentCluster,
  options: EnvironmentOptions = {},
): Environment {
  return { ...options, index: madeOf(cluster, options.maskSecrets ? maskedIndex : plainIndex) };
}

function plainIndex(cluster: EnvironmentCluster): EnvironmentIndex {
  return new EnvironmentIndex(cluster);
}

function maskedIndex(cluster: EnvironmentCluster): EnvironmentIndex {
  return new EnvironmentIndex(cluster, madeOf(cluster, plainIndex));
}

/** Returns what is known of a key, and keeps what it has to make. */
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
