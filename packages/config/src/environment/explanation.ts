import type { FieldPathSegment, Problem } from '@kubesem/core';
import type { EnvironmentFailure, EnvironmentFailureCode } from './failure.js';
import type { ObjectName, ServiceVariable } from './service-variables.js';

/** An environment variable as the container gets it. */
export interface EnvironmentVariable {
  /** Its name. */
  readonly name: string;
  /** Its value; each byte that is not UTF-8 is U+FFFD. */
  readonly value: string;
  /** The bytes of the value in base64; only if they are not UTF-8. */
  readonly base64?: string | undefined;
  /** Whether the value contains data of a Secret. */
  readonly isSecret: boolean;
}

/** The environment of a container. */
export interface ContainerEnvironment {
  /** The variables by name; none if the container cannot be created. */
  readonly variables: readonly EnvironmentVariable[];
  /** Names of variables whose values depend on input that was not passed: env files, or the node for its limits. */
  readonly unknown: readonly string[];
  /** Why the container cannot be created; absent if it can. */
  readonly failure?: EnvironmentFailure | undefined;
}

/**
 * Where the value of a variable comes from.
 *
 * - `VALUE`: `env[].value`
 * - `FIELD`: a field of the Pod
 * - `RESOURCE`: a request or limit
 * - `CONFIG_MAP`, `SECRET`: a key of an object, by `env` or `envFrom`
 * - `FILE`: a key of an env file
 * - `SERVICE`: a Service
 */
export type VariableSource =
  | 'VALUE'
  | 'FIELD'
  | 'RESOURCE'
  | 'CONFIG_MAP'
  | 'SECRET'
  | 'FILE'
  | 'SERVICE';

/** A definition of a variable. */
export interface VariableOrigin {
  /** Where the value comes from. */
  readonly source: VariableSource;
  /** The field of the container that defines it; absent for Services. */
  readonly segments?: readonly FieldPathSegment[] | undefined;
  /** The ConfigMap, the Secret or the Service. */
  readonly object?: ObjectName | undefined;
  /** The key in the object or the file. */
  readonly key?: string | undefined;
}

/** A `$(NAME)` in the value of a variable. */
export interface VariableReference {
  /** The name. */
  readonly name: string;
  /** The value that replaces it; absent if no variable has this name, so the reference stays as written. */
  readonly value?: string | undefined;
}

/** A variable and where it comes from. */
export interface ExplainedVariable extends EnvironmentVariable {
  /** The definition that wins. */
  readonly origin: VariableOrigin;
  /** The definitions that it hides, the last one first. */
  readonly hides: readonly VariableOrigin[];
  /** The references in its value, in their order. */
  readonly references: readonly VariableReference[];
  /** The values that several Services define for this name. Any of them can win; empty if there is no conflict. */
  readonly candidates: readonly ServiceVariable[];
}

/**
 * An optional reference to a missing object or key, with the message of the kubelet if it were not optional. An earlier value of
 * the variable stays.
 */
export interface ForgivenReference
  extends Pick<Problem<EnvironmentFailureCode>, 'code' | 'message' | 'segments'> {}

/** The environment of a container, with origins. */
export interface EnvironmentExplanation extends ContainerEnvironment {
  /** The variables by name, with their origins. If the container cannot be created, the variables before the failure. */
  readonly variables: readonly ExplainedVariable[];
  /** Optional references to missing objects or keys. */
  readonly forgiven: readonly ForgivenReference[];
}
