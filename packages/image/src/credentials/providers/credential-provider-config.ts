/** The kubelet's configuration of credential providers. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface CredentialProviderConfig {
  /** `kubelet.config.k8s.io/v1`, `/v1beta1` or `/v1alpha1`. */
  readonly apiVersion?: string | null | undefined;
  /** `CredentialProviderConfig`. */
  readonly kind?: string | null | undefined;
  /** The providers, in the order in which the kubelet runs them. */
  readonly providers?: readonly CredentialProvider[] | null | undefined;
}

/** A program on the node that returns credentials for registries. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface CredentialProvider {
  /** File name of the program. */
  readonly name?: string | null | undefined;
  /** Patterns of its images, as for {@link matchImageGlob}. */
  readonly matchImages?: readonly string[] | null | undefined;
  /** How long its responses are cached by default, such as `10m`. */
  readonly defaultCacheDuration?: string | null | undefined;
  /** API version of request and response. */
  readonly apiVersion?: string | null | undefined;
  /** Arguments of the program. */
  readonly args?: readonly string[] | null | undefined;
  /** Environment variables of the program. */
  readonly env?: readonly CredentialProviderEnvVar[] | null | undefined;
  /** Settings of the ServiceAccount token that it receives; it receives none if absent. Only in `v1`. */
  readonly tokenAttributes?: ServiceAccountTokenAttributes | null | undefined;
}

/** An environment variable of a provider. Source: `k8s.io/kubelet/config/v1` v0.37.1, `ExecEnvVar`. */
export interface CredentialProviderEnvVar {
  /** Name of the variable. */
  readonly name?: string | null | undefined;
  /** Its value. */
  readonly value?: string | null | undefined;
}

/** Settings of the ServiceAccount token for a provider. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface ServiceAccountTokenAttributes {
  /** Audience of the token. */
  readonly serviceAccountTokenAudience?: string | null | undefined;
  /** The scope of cached responses: `ServiceAccount` or `Token`. */
  readonly cacheType?: string | null | undefined;
  /** Whether the provider is skipped for Pods without a ServiceAccount. */
  readonly requireServiceAccount?: boolean | null | undefined;
  /** Annotations that the ServiceAccount must have; otherwise the provider is skipped. */
  readonly requiredServiceAccountAnnotationKeys?: readonly string[] | null | undefined;
  /** Annotations that the provider receives if the ServiceAccount has them. */
  readonly optionalServiceAccountAnnotationKeys?: readonly string[] | null | undefined;
}
