/** The kubelet's configuration of its credential providers. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface CredentialProviderConfig {
  /** API group and version; not read. */
  readonly apiVersion?: string | null | undefined;
  /** `CredentialProviderConfig`; not read. */
  readonly kind?: string | null | undefined;
  /** The providers, in the order in which they are asked. */
  readonly providers?: readonly CredentialProvider[] | null | undefined;
}

/** A program on the node that has credentials for registries. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface CredentialProvider {
  /** Name of the program's file. */
  readonly name?: string | null | undefined;
  /** Patterns of the images that it is asked about, as `matchImageGlob` takes them. */
  readonly matchImages?: readonly string[] | null | undefined;
  /** How long its answers are kept where they do not say, such as `10m`. */
  readonly defaultCacheDuration?: string | null | undefined;
  /** API version of question and answer. */
  readonly apiVersion?: string | null | undefined;
  /** Arguments of the program; not read. */
  readonly args?: readonly string[] | null | undefined;
  /** Variables for the program; not read. */
  readonly env?: unknown;
  /** Asks it with a token of the Pod's ServiceAccount. */
  readonly tokenAttributes?: ServiceAccountTokenAttributes | null | undefined;
}

/** How a token is made for a provider. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface ServiceAccountTokenAttributes {
  /** Audience of the token. */
  readonly serviceAccountTokenAudience?: string | null | undefined;
  /** For whom answers are kept: `ServiceAccount` or `Token`. */
  readonly cacheType?: string | null | undefined;
  /** Whether the provider is left out for Pods without a ServiceAccount. */
  readonly requireServiceAccount?: boolean | null | undefined;
  /** Annotations that the ServiceAccount must have, or the provider is left out. */
  readonly requiredServiceAccountAnnotationKeys?: readonly string[] | null | undefined;
  /** Annotations that the provider is told where the ServiceAccount has them. */
  readonly optionalServiceAccountAnnotationKeys?: readonly string[] | null | undefined;
}
