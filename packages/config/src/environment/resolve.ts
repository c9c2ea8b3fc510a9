import {
  type ConfigMapEnvSource,
  type Container,
  type EnvFromSource,
  type EnvVar,
  type EnvVarSource,
  objectNamespace,
  type PodFields,
  type PodLike,
  pathSegments,
} from '@kubesem/core';
import {
  expandReferences,
  type Fields,
  fields,
  fromByteString,
  goQuote,
  podFields,
  THROW,
  toByteString,
  wellFormed,
} from '@kubesem/core/internal';
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
import type { Data, Environment, IndexedServiceVariables } from './sources.js';
import { type Value, valueOf } from './value.js';

/** A field of the container, whose path is made only if it is asked for. */
type Place = Pick<Fields, 'path'>;

/** Where a value comes from, and the references in it. */
interface Definition extends Omit<VariableOrigin, 'segments'> {
  readonly at: Place;
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
  environment: Environment,
  definitions?: Definitions,
): Resolver {
  const resolver = new Resolver(pod, fields<Container>(container, THROW), environment, definitions);
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
  private at: Place = { path: undefined };
  private readonly parts: PodFields;
  private readonly namespace: string;
  private readonly services: IndexedServiceVariables;
  /** The values without those of Services, by name as a byte string. */
  private readonly values = new Map<string, Value>();
  private readonly forgiven: ForgivenReference[] = [];

  constructor(
    private readonly pod: PodLike,
    private readonly container: Fields<Container>,
    private readonly from: Environment,
    private readonly definitions: Definitions | undefined,
  ) {
    this.parts = podFields(pod, THROW);
    this.namespace = objectNamespace(this.parts.pod.value);
    const hasLinks = this.parts.spec.flag('enableServiceLinks') ?? true;
    this.services = from.index.serviceVariables(this.namespace, hasLinks);
  }

  readEnvFrom(): void {
    this.container.each('envFrom', (source) => {
      const prefix = toByteString(wellFormed(source.text('prefix')));
      try {
        this.readSource(source, prefix);
      } catch (error) {
        this.forgive(error);
      }
    });
  }

  private readSource(from: Fields<EnvFromSource>, prefix: string): void {
    const isSecret = !from.has('configMapRef');
    const reference = from.at(isSecret ? 'secretRef' : 'configMapRef');
    if (!reference.isPresent) {
      return;
    }
    this.at = reference;
    const { data, object } = this.data(reference, isSecret);
    const source = sourceOf(isSecret);
    for (const [key, value] of this.from.index.values(data, prefix, isSecret)) {
      this.values.set(value.name, value);
      if (this.definitions) {
        this.record(value.name, { source, at: reference, object, key, references: [] });
      }
    }
  }

  readEnv(): void {
    this.container.each('env', (variable) => {
      const text = wellFormed(variable.text('name'));
      const name = toByteString(text);
      this.at = variable;
      try {
        const defined = this.defined(variable);
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
    });
  }

  private defined(variable: Fields<EnvVar>): DefinedValue {
    const text = wellFormed(variable.text('value'));
    return text === ''
      ? (this.selected(variable.at('valueFrom')) ?? plain('', 'VALUE', variable))
      : this.expanded(text, variable);
  }

  /** A value, in which references stand for what is defined so far. */
  private expanded(text: string, at: Place): DefinedValue {
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
    return { bytes, isSecret, source: 'VALUE', at, references };
  }

  private selected(from: Fields<EnvVarSource>): DefinedValue | undefined {
    const { node, podIPs, files = {} } = this.from;
    if (from.has('fieldRef')) {
      const selector = from.at('fieldRef');
      this.at = selector;
      const apiVersion = selector.text('apiVersion') || 'v1';
      const options = { use: 'env', node, podIPs } as const;
      const value = readPodField(this.parts, apiVersion, selector.text('fieldPath'), options);
      return plain(toByteString(value), 'FIELD', selector);
    }
    if (from.has('resourceFieldRef')) {
      const container = this.container.text('name');
      const selector = from.at('resourceFieldRef');
      this.at = selector;
      const bytes = readResourceField(this.pod, selector.value, container, node);
      return plain(bytes, 'RESOURCE', selector);
    }
    if (from.has('configMapKeyRef') || from.has('secretKeyRef')) {
      return this.keyOf(from, !from.has('configMapKeyRef'));
    }
    if (from.has('fileKeyRef')) {
      const reference = from.at('fileKeyRef');
      this.at = reference;
      const bytes = fileValue(this.parts, reference, files);
      return { ...plain(bytes, 'FILE', reference), key: reference.text('key') };
    }
    return undefined;
  }

  /** The value of a key of a ConfigMap or Secret. */
  private keyOf(from: Fields<EnvVarSource>, isSecret: boolean): DefinedValue {
    const reference = from.at(isSecret ? 'secretKeyRef' : 'configMapKeyRef');
    this.at = reference;
    const { data, object } = this.data(reference, isSecret);
    const key = reference.text('key');
    const bytes = data.get(key);
    if (bytes === undefined) {
      const kind = isSecret ? SECRET.kind : CONFIG_MAP.kind;
      const message = `couldn't find key ${key} in ${kind} ${object.namespace}/${object.name}`;
      const failure = new Failure('KEY_NOT_FOUND', message);
      throw new Missing(failure, reference.flag('optional') === true);
    }
    return {
      bytes,
      isSecret,
      source: sourceOf(isSecret),
      at: reference,
      object,
      key,
      references: [],
    };
  }

  /** The data of a ConfigMap or Secret in the namespace of the Pod. */
  private data(
    reference: Fields<ConfigMapEnvSource>,
    isSecret: boolean,
  ): { readonly data: Data; readonly object: NonNullable<VariableOrigin['object']> } {
    const namespace = this.namespace;
    const name = reference.text('name');
    const data = isSecret
      ? this.from.index.secret(namespace, name)
      : this.from.index.configMap(namespace, name);
    if (data === undefined) {
      const failure = isSecret
        ? new Failure('SECRET_NOT_FOUND', `secret ${goQuote(name)} not found`)
        : new Failure('CONFIG_MAP_NOT_FOUND', `configmap ${goQuote(name)} not found`);
      throw new Missing(failure, reference.flag('optional') === true);
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
    this.forgiven.push({ segments: pathSegments(this.at.path), code, message });
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
    const segments = pathSegments(this.at.path);
    return { unknown, failure: { reason: 'CreateContainerConfigError', code, message, segments } };
  }
}

/** A value without data of a Secret and without references. */
function plain(bytes: string, source: VariableSource, at: Place): DefinedValue {
  return { bytes, isSecret: false, source, at, references: [] };
}

function sourceOf(isSecret: boolean): 'SECRET' | 'CONFIG_MAP' {
  return isSecret ? 'SECRET' : 'CONFIG_MAP';
}

function originOf({ source, at, object, key }: Definition): VariableOrigin {
  return {
    source,
    segments: pathSegments(at.path),
    ...(object && { object }),
    ...(key !== undefined && { key }),
  };
}

function serviceOrigin({ service }: ServiceVariable): VariableOrigin {
  return { source: 'SERVICE', object: service };
}
