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
  EnvironmentExplanation,
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
import { byKey, type ServiceVariable, type ServiceVariables } from './service-variables.js';
import type { Data, EnvironmentIndex } from './sources.js';

/** A value as bytes, and where it comes from. */
interface Definition {
  readonly bytes: string;
  readonly origin: VariableOrigin;
  readonly isSecret?: boolean | undefined;
  readonly references?: readonly VariableReference[] | undefined;
}

/** A definition and those that it hides. */
interface Entry extends Definition {
  readonly hides: readonly VariableOrigin[];
}

/** Goes through the definitions of a container in the order of the kubelet. */
export function resolveEnvironment(
  pod: PodLike,
  container: Container,
  index: EnvironmentIndex,
): EnvironmentExplanation {
  const resolver = new Resolver(pod, container, index);
  try {
    resolver.readEnvFrom();
    resolver.readEnv();
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    const { code, message } = error;
    const segments = pathSegments(resolver.path);
    const failure = { reason: 'CreateContainerConfigError', code, message, segments } as const;
    return { ...resolver.explanation(), failure };
  }
  return resolver.explanation();
}

class Resolver {
  /** The field that is being read. */
  path: FieldPath | undefined;
  private readonly namespace: string;
  private readonly services: ServiceVariables;
  private readonly byService: ReadonlyMap<string, ServiceVariable>;
  private readonly entries = new Map<string, Entry>();
  private readonly forgiven: ForgivenReference[] = [];
  private readonly unknown: string[] = [];

  constructor(
    readonly pod: PodLike,
    readonly container: Container,
    readonly index: EnvironmentIndex,
  ) {
    const { pod: whole, spec, specPath } = podParts(pod);
    const linksPath = childPath(specPath, 'enableServiceLinks');
    this.namespace = objectNamespace(whole);
    this.services = index.serviceVariables(
      this.namespace,
      readBoolean(spec.enableServiceLinks, linksPath) ?? true,
    );
    this.byService = new Map(this.services.variables.map((variable) => [variable.name, variable]));
  }

  readEnvFrom(): void {
    const listPath = childPath(undefined, 'envFrom');
    for (const [at, item] of readList(this.container.envFrom, listPath).entries()) {
      const path = childPath(listPath, at);
      const source = readObject(item, path) ?? {};
      const prefix = toByteString(wellFormed(readString(source.prefix, childPath(path, 'prefix'))));
      this.forgivingly(() => {
        for (const { name, ...definition } of this.envFrom(source, path)) {
          this.define(`${prefix}${name}`, definition);
        }
      });
    }
  }

  private *envFrom(
    { configMapRef, secretRef }: EnvFromSource,
    path: FieldPath,
  ): Generator<Definition & { readonly name: string }> {
    const kind = configMapRef ? 'configMapRef' : 'secretRef';
    const refPath = childPath(path, kind);
    const reference = readObject(configMapRef ?? secretRef, refPath);
    if (reference === undefined) {
      return;
    }
    this.path = refPath;
    const isSecret = kind === 'secretRef';
    const { data, object } = this.data(reference, isSecret);
    const segments = pathSegments(refPath);
    for (const [key, bytes] of data) {
      const origin = { source: sourceOf(isSecret), segments, object, key };
      yield { name: toByteString(key), bytes, origin, isSecret };
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
      (from && this.selected(from, childPath(path, 'valueFrom'))) ?? {
        bytes: '',
        origin: { source: 'VALUE', segments: pathSegments(path) },
      }
    );
  }

  /** A value, in which references stand for what is defined so far. */
  private expanded(text: string, segments: VariableOrigin['segments']): Definition {
    const references: VariableReference[] = [];
    let isSecret = false;
    const bytes = expandReferences(toByteString(text), (name) => {
      const entry = this.entries.get(name);
      const found = entry?.bytes ?? this.byService.get(name)?.value;
      isSecret ||= entry?.isSecret ?? false;
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
        readString(apiVersion, undefined) || 'v1',
        readString(fieldPath, undefined),
        { use: 'env', node, podIPs },
      );
      return { bytes: toByteString(value), origin: { source: 'FIELD', segments } };
    }
    if (resourceFieldRef) {
      const segments = pathSegments(at('resourceFieldRef'));
      const container = readString(this.container.name, childPath(undefined, 'name'));
      const selector = readObject(resourceFieldRef, this.path) ?? {};
      const bytes = readResourceField(this.pod, selector, container, this.index.node);
      return { bytes, origin: { source: 'RESOURCE', segments } };
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
      return { bytes, isSecret, origin: { source: sourceOf(isSecret), segments, object, key } };
    }
    if (fileKeyRef) {
      const segments = pathSegments(at('fileKeyRef'));
      const reference = readObject(fileKeyRef, this.path) ?? {};
      const key = readString(reference.key, undefined);
      return {
        bytes: fileValue(this.pod, reference, this.index.files),
        origin: { source: 'FILE', segments, key },
      };
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
    const hidden = this.entries.get(name);
    const hides = hidden === undefined ? [] : [hidden.origin, ...hidden.hides];
    this.entries.set(name, { ...definition, hides });
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

  explanation(): EnvironmentExplanation {
    const candidates = new Map(
      this.services.conflicts.map((conflict) => [conflict.name, conflict.candidates]),
    );
    const ofContainer = [...this.entries].map(([name, entry]) => {
      const service = this.byService.get(name);
      const hides = service === undefined ? entry.hides : [...entry.hides, originOf(service)];
      return { name, ...entry, hides, candidates: [] };
    });
    const ofServices = this.services.variables
      .filter(({ name }) => !this.entries.has(name))
      .map((variable) => ({
        name: variable.name,
        bytes: variable.value,
        origin: originOf(variable),
        hides: [],
        candidates: candidates.get(variable.name) ?? [],
      }));
    return {
      variables: [...ofContainer, ...ofServices]
        .sort((a, b) => byKey([a.name, a], [b.name, b]))
        .map(explained),
      unknown: this.unknown,
      forgiven: this.forgiven,
    };
  }
}

function explained({
  name,
  bytes,
  origin,
  hides,
  isSecret = false,
  references = [],
  candidates,
}: Entry & Pick<ExplainedVariable, 'name' | 'candidates'>): ExplainedVariable {
  const value = fromByteString(bytes);
  return {
    name: fromByteString(name),
    value,
    ...(toByteString(value) !== bytes && { base64: encodeBase64(bytes) }),
    isSecret,
    origin,
    hides,
    references,
    candidates,
  };
}

function sourceOf(isSecret: boolean): 'SECRET' | 'CONFIG_MAP' {
  return isSecret ? 'SECRET' : 'CONFIG_MAP';
}

function originOf({ service }: ServiceVariable): VariableOrigin {
  return { source: 'SERVICE', object: service };
}
