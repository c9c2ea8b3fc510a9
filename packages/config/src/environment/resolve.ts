import {
  type Container,
  childPath,
  type EnvFromSource,
  type EnvVar,
  type EnvVarSource,
  expandReferences,
  type FieldPath,
  fromByteString,
  goQuote,
  objectNamespace,
  type PodLike,
  type PodParts,
  pathSegments,
  podParts,
  readBoolean,
  readList,
  readObject,
  readString,
  toByteString,
  wellFormed,
} from '@kubesem/core';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import type {
  ContainerEnvironment,
  EnvironmentExplanation,
  ExplainedVariable,
  ForgivenReference,
  VariableOrigin,
  VariableReference,
  VariableSource,
} from './explanation.js';
import { Failure } from './failure.js';
import { fileValue } from './file-value.js';
import { Missing, UNKNOWN } from './missing.js';
import { readPodField } from './pod-field.js';
import { readResourceField } from './resource-field.js';
import type { ServiceVariable } from './service-variables.js';
import type { Data, EnvironmentIndex, IndexedServiceVariables } from './sources.js';
import { type Value, valueOf } from './value.js';

/** Where a value comes from, and the references in it. */
interface Definition extends Omit<VariableOrigin, 'segments'> {
  readonly path: FieldPath;
  readonly references: readonly VariableReference[];
}

/** A value as bytes, and its definition. */
interface DefinedValue extends Definition {
  readonly bytes: string;
  readonly isSecret: boolean;
}

/** The definitions of each variable in their order, by its name as a byte string. */
type Definitions = Map<string, Definition[]>;

/** Goes through the definitions of a container in the order of the kubelet, and records them to explain them. */
export function resolveEnvironment(
  pod: PodLike,
  container: Container,
  index: EnvironmentIndex,
  definitions?: Definitions,
): Resolver {
  const resolver = new Resolver(pod, readObject(container, undefined) ?? {}, index, definitions);
  try {
    resolver.readEnvFrom();
    resolver.readEnv();
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    resolver.failure = error;
  }
  return resolver;
}

/** The variables that are defined so far. */
class Resolver {
  /** Why the container cannot be created. */
  failure: Failure | undefined;
  private readonly unknown: string[] = [];
  /** The field that is being read. */
  private path: FieldPath | undefined;
  private readonly parts: PodParts;
  private readonly namespace: string;
  private readonly services: IndexedServiceVariables;
  /** The values without those of Services, by name as a byte string. */
  private readonly values = new Map<string, Value>();
  private readonly forgiven: ForgivenReference[] = [];

  constructor(
    private readonly pod: PodLike,
    private readonly container: Container,
    private readonly index: EnvironmentIndex,
    private readonly definitions: Definitions | undefined,
  ) {
    this.parts = podParts(pod);
    const { spec, specPath } = this.parts;
    const linksPath = childPath(specPath, 'enableServiceLinks');
    this.namespace = objectNamespace(this.parts.pod);
    this.services = index.serviceVariables(
      this.namespace,
      readBoolean(spec.enableServiceLinks, linksPath) ?? true,
    );
  }

  readEnvFrom(): void {
    const listPath = childPath(undefined, 'envFrom');
    for (const [at, item] of readList(this.container.envFrom, listPath).entries()) {
      const path = childPath(listPath, at);
      const source = readObject(item, path) ?? {};
      const prefix = toByteString(wellFormed(readString(source.prefix, childPath(path, 'prefix'))));
      try {
        this.readSource(source, path, prefix);
      } catch (error) {
        this.forgive(error);
      }
    }
  }

  private readSource(
    { configMapRef, secretRef }: EnvFromSource,
    path: FieldPath,
    prefix: string,
  ): void {
    const kind = configMapRef ? 'configMapRef' : 'secretRef';
    const refPath = childPath(path, kind);
    const reference = readObject(configMapRef ?? secretRef, refPath);
    if (reference === undefined) {
      return;
    }
    this.path = refPath;
    const isSecret = kind === 'secretRef';
    const { data, object } = this.data(reference, isSecret);
    const source = sourceOf(isSecret);
    for (const [key, value] of this.index.values(data, prefix, isSecret)) {
      this.values.set(value.name, value);
      if (this.definitions) {
        this.record(value.name, { source, path: refPath, object, key, references: [] });
      }
    }
  }

  readEnv(): void {
    const listPath = childPath(undefined, 'env');
    for (const [at, item] of readList(this.container.env, listPath).entries()) {
      const path = childPath(listPath, at);
      const variable = readObject(item, path) ?? {};
      const text = wellFormed(readString(variable.name, childPath(path, 'name')));
      const name = toByteString(text);
      this.path = path;
      try {
        const defined = this.defined(variable, path);
        this.values.set(name, valueOf(name, defined.bytes, defined.isSecret));
        this.record(name, defined);
      } catch (error) {
        if (error === UNKNOWN) {
          this.values.delete(name);
          this.definitions?.delete(name);
          this.unknown.push(text);
        } else {
          this.forgive(error);
        }
      }
    }
  }

  private defined({ value, valueFrom }: EnvVar, path: FieldPath): DefinedValue {
    const text = wellFormed(readString(value, childPath(path, 'value')));
    if (text !== '') {
      return this.expanded(text, path);
    }
    const fromPath = childPath(path, 'valueFrom');
    const from = readObject(valueFrom, fromPath);
    return (from && this.selected(from, fromPath)) ?? plain('', 'VALUE', path);
  }

  /** A value, in which references stand for what is defined so far. */
  private expanded(text: string, path: FieldPath): DefinedValue {
    const references: VariableReference[] = [];
    let isSecret = false;
    const bytes = expandReferences(toByteString(text), (name) => {
      const found = this.value(name);
      isSecret ||= found?.variable.isSecret ?? false;
      if (this.definitions) {
        const value = found?.variable.value;
        references.push({ name: fromByteString(name), ...(value !== undefined && { value }) });
      }
      return found?.bytes;
    });
    return { bytes, isSecret, source: 'VALUE', path, references };
  }

  private selected(from: EnvVarSource, path: FieldPath): DefinedValue | undefined {
    const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = from;
    if (fieldRef) {
      this.path = childPath(path, 'fieldRef');
      const { apiVersion, fieldPath } = readObject(fieldRef, this.path) ?? {};
      const { node, podIPs } = this.index;
      const value = readPodField(
        this.parts,
        readString(apiVersion, childPath(this.path, 'apiVersion')) || 'v1',
        readString(fieldPath, childPath(this.path, 'fieldPath')),
        { use: 'env', node, podIPs },
      );
      return plain(toByteString(value), 'FIELD', this.path);
    }
    if (resourceFieldRef) {
      this.path = childPath(path, 'resourceFieldRef');
      const container = readString(this.container.name, childPath(undefined, 'name'));
      const selector = readObject(resourceFieldRef, this.path) ?? {};
      const bytes = readResourceField(this.pod, selector, container, this.index.node);
      return plain(bytes, 'RESOURCE', this.path);
    }
    if (configMapKeyRef || secretKeyRef) {
      const isSecret = !configMapKeyRef;
      this.path = childPath(path, isSecret ? 'secretKeyRef' : 'configMapKeyRef');
      const reference = readObject(configMapKeyRef ?? secretKeyRef, this.path) ?? {};
      const { data, object } = this.data(reference, isSecret);
      const key = readString(reference.key, childPath(this.path, 'key'));
      const bytes = data.get(key);
      if (bytes === undefined) {
        const kind = isSecret ? SECRET.kind : CONFIG_MAP.kind;
        const message = `couldn't find key ${key} in ${kind} ${object.namespace}/${object.name}`;
        throw new Missing(new Failure('KEY_NOT_FOUND', message), reference.optional === true);
      }
      const source = sourceOf(isSecret);
      return { bytes, isSecret, source, path: this.path, object, key, references: [] };
    }
    if (fileKeyRef) {
      this.path = childPath(path, 'fileKeyRef');
      const reference = readObject(fileKeyRef, this.path) ?? {};
      const key = readString(reference.key, childPath(this.path, 'key'));
      const bytes = fileValue(this.pod, reference, key, this.path, this.index.files);
      return { ...plain(bytes, 'FILE', this.path), key };
    }
    return undefined;
  }

  /** The data of a ConfigMap or Secret in the namespace of the Pod. */
  private data(
    reference: {
      readonly name?: string | null | undefined;
      readonly optional?: boolean | null | undefined;
    },
    isSecret: boolean,
  ): { readonly data: Data; readonly object: NonNullable<VariableOrigin['object']> } {
    const namespace = this.namespace;
    const name = readString(reference.name, childPath(this.path, 'name'));
    const data = isSecret
      ? this.index.secret(namespace, name)
      : this.index.configMap(namespace, name);
    if (data === undefined) {
      const failure = isSecret
        ? new Failure('SECRET_NOT_FOUND', `secret ${goQuote(name)} not found`)
        : new Failure('CONFIG_MAP_NOT_FOUND', `configmap ${goQuote(name)} not found`);
      throw new Missing(failure, reference.optional === true);
    }
    return { data, object: { namespace, name } };
  }

  /** Records a definition to explain it. */
  private record(name: string, definition: Definition): void {
    const earlier = this.definitions?.get(name);
    if (earlier) {
      earlier.push(definition);
    } else {
      this.definitions?.set(name, [definition]);
    }
  }

  /** Goes on after an optional reference that finds nothing. */
  private forgive(error: unknown): void {
    if (!(error instanceof Missing)) {
      throw error;
    }
    const { code, message } = error.failure;
    if (!error.isOptional) {
      throw error.failure;
    }
    this.forgiven.push({ segments: pathSegments(this.path), code, message });
  }

  environment(): ContainerEnvironment {
    const variables =
      this.failure === undefined ? this.sorted().map(({ variable }) => variable) : [];
    return { variables, ...this.outcome() };
  }

  explanation(): EnvironmentExplanation {
    const variables = this.sorted().map(({ name, variable }): ExplainedVariable => {
      const service = this.services.byName.get(name);
      const ofService = service === undefined ? [] : [serviceOrigin(service)];
      const [last, ...hidden] = [...(this.definitions?.get(name) ?? [])].reverse();
      if (last === undefined) {
        const [origin] = ofService as [VariableOrigin];
        const candidates = this.services.candidates.get(name) ?? [];
        return { ...variable, origin, hides: [], references: [], candidates };
      }
      const { references } = last;
      const hides = [...hidden.map(originOf), ...ofService];
      return { ...variable, origin: originOf(last), hides, references, candidates: [] };
    });
    return { variables, forgiven: this.forgiven, ...this.outcome() };
  }

  /** The values by name; byte strings are in the order of Go. */
  private sorted(): readonly Value[] {
    const ofServices = [...this.services.values.keys()].filter((name) => !this.values.has(name));
    const names = [...this.values.keys(), ...ofServices].sort();
    return names.map((name) => this.value(name) as Value);
  }

  private value(name: string): Value | undefined {
    return this.values.get(name) ?? this.services.values.get(name);
  }

  private outcome(): Omit<ContainerEnvironment, 'variables'> {
    const { unknown, failure } = this;
    if (failure === undefined) {
      return { unknown };
    }
    const { code, message } = failure;
    const segments = pathSegments(this.path);
    return { unknown, failure: { reason: 'CreateContainerConfigError', code, message, segments } };
  }
}

/** A value without data of a Secret and without references. */
function plain(bytes: string, source: VariableSource, path: FieldPath): DefinedValue {
  return { bytes, isSecret: false, source, path, references: [] };
}

function sourceOf(isSecret: boolean): 'SECRET' | 'CONFIG_MAP' {
  return isSecret ? 'SECRET' : 'CONFIG_MAP';
}

function originOf({ source, path, object, key }: Definition): VariableOrigin {
  return {
    source,
    segments: pathSegments(path),
    ...(object && { object }),
    ...(key !== undefined && { key }),
  };
}

function serviceOrigin({ service }: ServiceVariable): VariableOrigin {
  return { source: 'SERVICE', object: service };
}
