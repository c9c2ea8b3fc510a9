import {
  type Container,
  childPath,
  type EnvFromSource,
  type EnvVar,
  type EnvVarSource,
  encodeBase64,
  expandReferences,
  type FieldPath,
  fromByteString,
  goQuote,
  objectNamespace,
  type PodLike,
  pathSegments,
  podParts,
  readBoolean,
  readList,
  readObject,
  readString,
  toByteString,
  wellFormed,
} from '@kubesem/core';
import type {
  ContainerEnvironment,
  EnvironmentExplanation,
  EnvironmentVariable,
  ExplainedVariable,
  ForgivenReference,
  VariableOrigin,
  VariableReference,
} from './explanation.js';
import { Failure } from './failure.js';
import { fileValue } from './file-value.js';
import { Missing, UNKNOWN } from './missing.js';
import { readPodField } from './pod-field.js';
import { readResourceField } from './resource-field.js';
import type { ServiceVariable } from './service-variables.js';
import type { Data, EnvironmentIndex, IndexedServiceVariables } from './sources.js';

/** A value as bytes, and where it comes from. */
interface Definition {
  readonly bytes: string;
  readonly origin: VariableOrigin;
  readonly isSecret: boolean;
  readonly references: readonly VariableReference[];
}

/** A definition and the one that it hides. */
interface Entry {
  readonly definition: Definition;
  readonly hidden: Entry | undefined;
}

/** Goes through the definitions of a container in the order of the kubelet. */
export function resolveEnvironment(
  pod: PodLike,
  container: Container,
  index: EnvironmentIndex,
): Resolver {
  const resolver = new Resolver(pod, container, index);
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

/** The definitions so far, as entries without other objects: most callers need only names and values. */
class Resolver {
  /** Why the container cannot be created. */
  failure: Failure | undefined;
  private readonly unknown: string[] = [];
  /** The field that is being read. */
  private path: FieldPath | undefined;
  private readonly namespace: string;
  private readonly services: IndexedServiceVariables;
  private readonly entries = new Map<string, Entry>();
  private readonly forgiven: ForgivenReference[] = [];

  constructor(
    private readonly pod: PodLike,
    private readonly container: Container,
    private readonly index: EnvironmentIndex,
  ) {
    const { pod: whole, spec, specPath } = podParts(pod);
    const linksPath = childPath(specPath, 'enableServiceLinks');
    this.namespace = objectNamespace(whole);
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
      this.forgivingly(() => this.readSource(source, path, prefix));
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
    const segments = pathSegments(refPath);
    for (const [key, bytes] of data) {
      const origin = { source, segments, object, key };
      this.define(prefix + toByteString(key), { bytes, origin, isSecret, references: [] });
    }
  }

  readEnv(): void {
    const listPath = childPath(undefined, 'env');
    for (const [at, item] of readList(this.container.env, listPath).entries()) {
      const path = childPath(listPath, at);
      const variable = readObject(item, path) ?? {};
      const name = wellFormed(readString(variable.name, childPath(path, 'name')));
      this.path = path;
      this.forgivingly(() => {
        try {
          this.define(toByteString(name), this.defined(variable, path));
        } catch (error) {
          if (error !== UNKNOWN) {
            throw error;
          }
          this.entries.delete(toByteString(name));
          this.unknown.push(name);
        }
      });
    }
  }

  private defined({ value, valueFrom }: EnvVar, path: FieldPath): Definition {
    const text = wellFormed(readString(value, childPath(path, 'value')));
    if (text !== '') {
      return this.expanded(text, pathSegments(path));
    }
    const from = readObject(valueFrom, childPath(path, 'valueFrom'));
    return (
      (from && this.selected(from, childPath(path, 'valueFrom'))) ??
      plain('', { source: 'VALUE', segments: pathSegments(path) })
    );
  }

  /** A value, in which references stand for what is defined so far. */
  private expanded(text: string, segments: VariableOrigin['segments']): Definition {
    const references: VariableReference[] = [];
    let isSecret = false;
    const bytes = expandReferences(toByteString(text), (name) => {
      const defined = this.entries.get(name)?.definition;
      const found = defined?.bytes ?? this.services.byName.get(name)?.value;
      isSecret ||= defined?.isSecret ?? false;
      const value = found === undefined ? undefined : fromByteString(found);
      references.push({ name: fromByteString(name), ...(value !== undefined && { value }) });
      return found;
    });
    return { bytes, origin: { source: 'VALUE', segments }, isSecret, references };
  }

  private selected(from: EnvVarSource, path: FieldPath): Definition | undefined {
    const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = from;
    const at = (field: keyof EnvVarSource): FieldPath => {
      this.path = childPath(path, field);
      return this.path;
    };
    if (fieldRef) {
      const segments = pathSegments(at('fieldRef'));
      const { apiVersion, fieldPath } = readObject(fieldRef, this.path) ?? {};
      const { node, podIPs } = this.index;
      const value = readPodField(
        this.pod,
        readString(apiVersion, childPath(this.path, 'apiVersion')) || 'v1',
        readString(fieldPath, childPath(this.path, 'fieldPath')),
        { use: 'env', node, podIPs },
      );
      return plain(toByteString(value), { source: 'FIELD', segments });
    }
    if (resourceFieldRef) {
      const segments = pathSegments(at('resourceFieldRef'));
      const container = readString(this.container.name, childPath(undefined, 'name'));
      const selector = readObject(resourceFieldRef, this.path) ?? {};
      const bytes = readResourceField(this.pod, selector, container, this.index.node);
      return plain(bytes, { source: 'RESOURCE', segments });
    }
    if (configMapKeyRef || secretKeyRef) {
      const isSecret = !configMapKeyRef;
      const segments = pathSegments(at(isSecret ? 'secretKeyRef' : 'configMapKeyRef'));
      const reference = readObject(configMapKeyRef ?? secretKeyRef, this.path) ?? {};
      const { data, object } = this.data(reference, isSecret);
      const key = readString(reference.key, childPath(this.path, 'key'));
      const bytes = data.get(key);
      if (bytes === undefined) {
        const kind = isSecret ? 'Secret' : 'ConfigMap';
        const message = `couldn't find key ${key} in ${kind} ${object.namespace}/${object.name}`;
        throw new Missing(new Failure('KEY_NOT_FOUND', message), reference.optional === true);
      }
      const origin = { source: sourceOf(isSecret), segments, object, key };
      return { bytes, isSecret, origin, references: [] };
    }
    if (fileKeyRef) {
      const segments = pathSegments(at('fileKeyRef'));
      const reference = readObject(fileKeyRef, this.path) ?? {};
      const key = readString(reference.key, childPath(this.path, 'key'));
      const bytes = fileValue(this.pod, reference, key, this.path, this.index.files);
      return plain(bytes, { source: 'FILE', segments, key });
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

  private define(name: string, definition: Definition): void {
    this.entries.set(name, { definition, hidden: this.entries.get(name) });
  }

  /** Runs what may find nothing. */
  private forgivingly(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof Missing)) {
        throw error;
      }
      const { code, message } = error.failure;
      if (!error.isOptional) {
        throw error.failure;
      }
      this.forgiven.push({ segments: pathSegments(this.path), code, message });
    }
  }

  environment(): ContainerEnvironment {
    const variables =
      this.failure === undefined
        ? this.names().map((name) => {
            const definition = this.entries.get(name)?.definition;
            const bytes = definition?.bytes ?? (this.services.byName.get(name)?.value as string);
            return variableOf(name, bytes, definition?.isSecret === true);
          })
        : [];
    return { variables, ...this.outcome() };
  }

  explanation(): EnvironmentExplanation {
    const variables = this.names().map((name): ExplainedVariable => {
      const entry = this.entries.get(name);
      const service = this.services.byName.get(name);
      const ofService = service === undefined ? [] : [originOf(service)];
      if (entry === undefined) {
        const [origin] = ofService as [VariableOrigin];
        const candidates = this.services.candidates.get(name) ?? [];
        const variable = variableOf(name, (service as ServiceVariable).value, false);
        return { ...variable, origin, hides: [], references: [], candidates };
      }
      const { bytes, origin, isSecret, references } = entry.definition;
      const hides = [...hiddenBy(entry), ...ofService];
      return { ...variableOf(name, bytes, isSecret), origin, hides, references, candidates: [] };
    });
    return { variables, forgiven: this.forgiven, ...this.outcome() };
  }

  /** The names as byte strings, sorted. */
  private names(): readonly string[] {
    return [...new Set([...this.entries.keys(), ...this.services.byName.keys()])].sort();
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

function variableOf(name: string, bytes: string, isSecret: boolean): EnvironmentVariable {
  const value = fromByteString(bytes);
  return {
    name: fromByteString(name),
    value,
    ...(value !== bytes && toByteString(value) !== bytes && { base64: encodeBase64(bytes) }),
    isSecret,
  };
}

function hiddenBy({ hidden }: Entry): readonly VariableOrigin[] {
  const origins: VariableOrigin[] = [];
  for (let entry = hidden; entry !== undefined; entry = entry.hidden) {
    origins.push(entry.definition.origin);
  }
  return origins;
}

/** A definition without data of a Secret and without references. */
function plain(bytes: string, origin: VariableOrigin): Definition {
  return { bytes, origin, isSecret: false, references: [] };
}

function sourceOf(isSecret: boolean): 'SECRET' | 'CONFIG_MAP' {
  return isSecret ? 'SECRET' : 'CONFIG_MAP';
}

function originOf({ service }: ServiceVariable): VariableOrigin {
  return { source: 'SERVICE', object: service };
}
