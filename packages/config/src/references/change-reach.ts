// What a change of ConfigMaps and Secrets does to the containers that use them.
import {
  applyStringData,
  attempt,
  type ConfigMap,
  type Container,
  type FieldPathSegment,
  type Pod,
  type Secret,
} from '@kubesem/core';
import { ABSENT, everyContainer, objectOf, podFields } from '@kubesem/core/internal';
import { SECRET } from '@kubesem/core/kinds';
import { explainContainerEnvironment } from '../environment/container-environment.js';
import type { EnvironmentCluster, EnvironmentOptions } from '../environment/sources.js';
import { containerFiles } from '../volumes/container-files.js';
import { configUpdateDelay } from '../volumes/update-delay.js';
import { type ConfigReference, configReferences } from './config-references.js';

/** What a change does to a variable, a file or a container. */
export interface Effect {
  /** Such as `variable PORT` or `file /etc/web/web.conf`. */
  readonly what: string;
  /**
   * - `RESTART`: a running container keeps the old value until it restarts
   * - `FOLLOWS`: a running container sees the new value after some time
   * - `LATER`: the next image pull or mount uses it
   * - `BREAKS`: the container cannot be created again
   * - `STARTS`: the container could not be created before, and now can
   * - `REPLACED`: the workload refers to another object, so it replaces its Pods
   */
  readonly effect: 'RESTART' | 'FOLLOWS' | 'LATER' | 'BREAKS' | 'STARTS' | 'REPLACED';
  /** The longest time until the container sees the new value; only for `FOLLOWS`. */
  readonly withinSeconds?: number | undefined;
  /** The message of the kubelet; only for `BREAKS`. */
  readonly message?: string | undefined;
}

/** The effects on a container; the name is empty for those on the whole Pod. */
export interface ContainerEffects {
  readonly container: string;
  readonly effects: readonly Effect[];
}

/** Identifies a ConfigMap or Secret. */
export function configKey({
  kind,
  namespace,
  name,
}: {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}): string {
  return `${kind}/${namespace}/${name}`;
}

/** Compares what the containers of a Pod get before and after a change. */
export class ChangeReach {
  private readonly maxSeconds = configUpdateDelay({}, 0).maxSeconds;

  /**
   * @param before - the ConfigMaps and Secrets as they are, indexed
   * @param after - the same with the changes, indexed
   * @param changed - the keys of what has changed
   * @param known - the keys of all objects before and after
   */
  constructor(
    private readonly before: EnvironmentCluster,
    private readonly after: EnvironmentCluster,
    private readonly changed: ReadonlySet<string>,
    private readonly known: ReadonlySet<string>,
  ) {}

  /** Lists the effects on a Pod or Pod template; empty if the change does not reach it. */
  effectsOn(read: Pod, namespace: string): readonly ContainerEffects[] {
    const references = attempt(() => configReferences(read)).value ?? [];
    const used = references.filter((one) => this.changed.has(keyOf(one, namespace)));
    if (used.length === 0) {
      return [];
    }
    const unknown = references.filter((one) => !this.known.has(keyOf(one, namespace)));
    const placed = { ...read, metadata: { ...read.metadata, namespace } };
    const pod = withOptional(placed, unknown);
    const ofContainers = everyContainer(podFields(pod, ABSENT).spec, ({ value }, name) => ({
      container: name,
      effects: [...this.onContainer(pod, value)],
    }));
    const ofPod = { container: '', effects: [...laterEffects(used)] };
    return [...ofContainers, ofPod].filter(({ effects }) => effects.length > 0);
  }

  private *onContainer(pod: Pod, container: Container): Generator<Effect, void> {
    const before = got(pod, container, this.before);
    const after = got(pod, container, this.after);
    if (after.failure !== undefined && after.failure !== before.failure) {
      yield { what: 'container', effect: 'BREAKS', message: after.failure };
    }
    if (before.failure !== undefined && after.failure === undefined) {
      yield { what: 'container', effect: 'STARTS' };
    }
    if (before.failure !== undefined || after.failure !== undefined) {
      return;
    }
    for (const name of differing(before.variables, after.variables)) {
      yield { what: `variable ${name}`, effect: 'RESTART' };
    }
    const hidden = new Set<string>();
    for (const path of differing(before.contents, after.contents)) {
      const file = before.files.get(path) ?? after.files.get(path);
      if (file === undefined) {
        // Its path contains data of a Secret.
        hidden.add(after.mountOf.get(path) ?? before.mountOf.get(path) ?? '');
        continue;
      }
      yield file.follows === 'NEVER'
        ? { what: `file ${path}`, effect: 'RESTART' }
        : { what: `file ${path}`, effect: 'FOLLOWS', withinSeconds: this.maxSeconds };
    }
    for (const mountPath of hidden) {
      yield { what: `mount ${mountPath}`, effect: 'RESTART' };
    }
  }
}

/** What a container gets. Values are only compared; what is printed has markers instead of data of Secrets. */
function got(pod: Pod, container: Container, cluster: EnvironmentCluster) {
  const explained = (options: EnvironmentOptions) => ({
    environment: attempt(() => explainContainerEnvironment(pod, container, cluster, options)).value,
    files: attempt(() => containerFiles(pod, container, cluster, options)).value,
  });
  const actual = explained({});
  const shown = explained({ maskSecrets: true });
  const valueOf = (value = '', base64 = '') => `${base64}\n${value}`;
  const { files = [], mounts = [] } = actual.files ?? {};
  return {
    failure: (shown.environment?.failure ?? shown.files?.failure)?.message,
    variables: new Map(
      actual.environment?.variables.map(({ name, value, base64 }) => [
        name,
        valueOf(value, base64),
      ]),
    ),
    /** Contents by path, also of files that are not shown. */
    contents: new Map(files.map(({ path, content, base64 }) => [path, valueOf(content, base64)])),
    /** The mounts of these files. */
    mountOf: new Map(files.map(({ path, mount }) => [path, mounts[mount]?.mountPath ?? ''])),
    /** The files that may be shown. */
    files: new Map(shown.files?.files.map((file) => [file.path, file])),
  };
}

/** What a changed Pod template of a workload refers to, and the stored one does not. */
export function newReferences(before: Pod, after: Pod): readonly Effect[] {
  const titles = (pod: Pod) => {
    const references = attempt(() => configReferences(pod)).value ?? [];
    return new Set(references.map(({ kind, name }) => `${kind} ${name}`));
  };
  const known = titles(before);
  const added = [...titles(after)].filter((title) => !known.has(title));
  return added.map((title) => ({ what: `reference to ${title}`, effect: 'REPLACED' }));
}

function keyOf({ kind, name }: ConfigReference, namespace: string): string {
  return configKey({ kind, namespace, name });
}

function differing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

function* laterEffects(used: readonly ConfigReference[]): Generator<Effect, void> {
  if (used.some(({ use }) => use === 'IMAGE_PULL')) {
    yield { what: 'image pulls', effect: 'LATER' };
  }
  if (used.some(({ use }) => use === 'VOLUME_PLUGIN')) {
    yield { what: 'mounts of volumes', effect: 'LATER' };
  }
}

/** A Pod that starts without objects that the input lacks, so the others can be compared. */
function withOptional(pod: Pod, missing: readonly ConfigReference[]): Pod {
  return missing.reduce((changed, { segments }) => markOptional(changed, segments), pod);
}

/** A copy in which an inner object is optional. */
function markOptional<T extends object>(
  value: T,
  [segment, ...rest]: readonly FieldPathSegment[],
): T {
  if (segment === undefined) {
    return { ...value, optional: true };
  }
  const inner = (value as { readonly [segment: string]: object })[segment] ?? {};
  const changed = markOptional(inner, rest);
  return Array.isArray(value)
    ? (value.map((each, index) => (index === segment ? changed : each)) as unknown as T)
    : { ...value, [segment]: changed };
}

/** The keys by which a ConfigMap or Secret differs from an earlier one. */
export interface KeyChanges {
  readonly addedKeys: readonly string[];
  readonly changedKeys: readonly string[];
  readonly removedKeys: readonly string[];
}

/** Compares the data of two ConfigMaps or Secrets. */
export function keyChanges(
  old: ConfigMap | Secret | undefined,
  object: ConfigMap | Secret,
): KeyChanges {
  const [before, after] = [storedData(old), storedData(object)];
  return {
    addedKeys: [...after.keys()].filter((key) => !before.has(key)),
    changedKeys: [...after].flatMap(([key, value]) =>
      before.has(key) && before.get(key) !== value ? [key] : [],
    ),
    removedKeys: [...before.keys()].filter((key) => !after.has(key)),
  };
}

/** What is stored by key. Values of the wrong type are equal; the API server rejects them. */
function storedData(object: ConfigMap | Secret | undefined): ReadonlyMap<string, unknown> {
  const { value = {} } = attempt(() =>
    object?.kind === SECRET.kind ? applyStringData(object as Secret) : (object as ConfigMap),
  );
  const { data, binaryData } = objectOf<ConfigMap>(value);
  return new Map([...Object.entries(objectOf(data)), ...Object.entries(objectOf(binaryData))]);
}
