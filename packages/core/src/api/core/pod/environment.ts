import type { ResourceFieldSelector } from '../resource-field-selector.js';

/** An environment variable of a container. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface EnvVar {
  /** Its name. */
  readonly name?: string | null | undefined;
  /** Its value, in which `$(NAME)` stands for another variable. */
  readonly value?: string | null | undefined;
  /** Where the value comes from if `value` is empty. */
  readonly valueFrom?: EnvVarSource | null | undefined;
}

/** Where the value of an environment variable comes from: exactly one field is set. */
export interface EnvVarSource {
  /** A field of the Pod. */
  readonly fieldRef?: ObjectFieldSelector | null | undefined;
  /** A request or limit of a container. */
  readonly resourceFieldRef?: ResourceFieldSelector | null | undefined;
  /** A key of a ConfigMap. */
  readonly configMapKeyRef?: ConfigMapKeySelector | null | undefined;
  /** A key of a Secret. */
  readonly secretKeyRef?: SecretKeySelector | null | undefined;
  /** A key of an env file in a volume. */
  readonly fileKeyRef?: FileKeySelector | null | undefined;
}

/** Selects a field of the Pod. */
export interface ObjectFieldSelector {
  /** The version of the path; absent means `v1`. */
  readonly apiVersion?: string | null | undefined;
  /** The field, such as `metadata.name` or `metadata.labels['app']`. */
  readonly fieldPath?: string | null | undefined;
}

/** Selects a key of a ConfigMap. */
export interface ConfigMapKeySelector {
  /** Name of the ConfigMap. */
  readonly name?: string | null | undefined;
  /** The key. */
  readonly key?: string | null | undefined;
  /** Whether the ConfigMap or the key may be missing. */
  readonly optional?: boolean | null | undefined;
}

/** Selects a key of a Secret. */
export interface SecretKeySelector {
  /** Name of the Secret. */
  readonly name?: string | null | undefined;
  /** The key. */
  readonly key?: string | null | undefined;
  /** Whether the Secret or the key may be missing. */
  readonly optional?: boolean | null | undefined;
}

/** Selects a key of an env file. */
export interface FileKeySelector {
  /** Name of the volume, an `emptyDir`. */
  readonly volumeName?: string | null | undefined;
  /** Path of the file in the volume. */
  readonly path?: string | null | undefined;
  /** The key in the file. */
  readonly key?: string | null | undefined;
  /** Whether the key may be missing; the file must exist. */
  readonly optional?: boolean | null | undefined;
}

/** A source of many environment variables: exactly one of `configMapRef` and `secretRef` is set. */
export interface EnvFromSource {
  /** Text before each key. */
  readonly prefix?: string | null | undefined;
  /** All keys of a ConfigMap. */
  readonly configMapRef?: ConfigMapEnvSource | null | undefined;
  /** All keys of a Secret. */
  readonly secretRef?: SecretEnvSource | null | undefined;
}

/** All keys of a ConfigMap. */
export interface ConfigMapEnvSource {
  /** Name of the ConfigMap. */
  readonly name?: string | null | undefined;
  /** Whether the ConfigMap may be missing. */
  readonly optional?: boolean | null | undefined;
}

/** All keys of a Secret. */
export interface SecretEnvSource {
  /** Name of the Secret. */
  readonly name?: string | null | undefined;
  /** Whether the Secret may be missing. */
  readonly optional?: boolean | null | undefined;
}
