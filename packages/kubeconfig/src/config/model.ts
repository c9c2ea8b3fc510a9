/**
 * A value that a tool has added.
 *
 * Source: `k8s.io/client-go/tools/clientcmd/api/v1` v0.37.1, `NamedExtension`.
 */
export interface NamedExtension {
  /** Name of the extension. */
  readonly name: string;
  /** Its value, of any type. */
  readonly extension?: unknown;
}

/**
 * How to reach a cluster, with the names of its fields in the file.
 *
 * Source: `k8s.io/client-go/tools/clientcmd/api/v1` v0.37.1, `Cluster`.
 */
export interface KubeconfigCluster {
  /** Address of the API server. */
  readonly server?: string;
  /** Name for which the certificate of the server must be valid, instead of the host of `server`. */
  readonly 'tls-server-name'?: string;
  /** Whether the certificate of the server is not checked. */
  readonly 'insecure-skip-tls-verify'?: boolean;
  /** File with the certificates that may sign that of the server. */
  readonly 'certificate-authority'?: string;
  /** These certificates, in base64. */
  readonly 'certificate-authority-data'?: string;
  /** Proxy for all requests. */
  readonly 'proxy-url'?: string;
  /** Whether the server must not compress its answers. */
  readonly 'disable-compression'?: boolean;
  /** What tools have added. */
  readonly extensions?: readonly NamedExtension[];
}

/** An environment variable of a credential plugin. */
export interface ExecEnvVar {
  /** Name of the variable. */
  readonly name?: string;
  /** Its value. */
  readonly value?: string;
}

/**
 * A command that prints credentials.
 *
 * Source: `k8s.io/client-go/tools/clientcmd/api/v1` v0.37.1, `ExecConfig`.
 */
export interface ExecConfig {
  /** The command: a path, or a name to look up in `PATH`. */
  readonly command?: string;
  /** Its arguments. */
  readonly args?: readonly string[];
  /** Environment variables, in addition to those of the process. */
  readonly env?: readonly ExecEnvVar[];
  /** Version of the `ExecCredential` that it reads and prints. */
  readonly apiVersion?: string;
  /** How to install the command. */
  readonly installHint?: string;
  /** Whether it receives the cluster in `KUBERNETES_EXEC_INFO`. */
  readonly provideClusterInfo?: boolean;
  /** Whether it reads from standard input: `Never`, `IfAvailable` or `Always`. */
  readonly interactiveMode?: string;
}

/** An authentication provider that is built into kubectl. */
export interface AuthProviderConfig {
  /** Name of the provider. */
  readonly name?: string;
  /** Its settings. */
  readonly config?: { readonly [setting: string]: string };
}

/**
 * Who the user is, with the names of the fields in the file.
 *
 * Source: `k8s.io/client-go/tools/clientcmd/api/v1` v0.37.1, `AuthInfo`.
 */
export interface KubeconfigUser {
  /** File with the certificate of the user. */
  readonly 'client-certificate'?: string;
  /** This certificate, in base64. */
  readonly 'client-certificate-data'?: string;
  /** File with the key of the certificate. */
  readonly 'client-key'?: string;
  /** This key, in base64. */
  readonly 'client-key-data'?: string;
  /** Bearer token. */
  readonly token?: string;
  /** File with a bearer token, which is read again from time to time. */
  readonly tokenFile?: string;
  /** User to impersonate. */
  readonly as?: string;
  /** UID to impersonate. */
  readonly 'as-uid'?: string;
  /** Groups to impersonate. */
  readonly 'as-groups'?: readonly string[];
  /** Other attributes to impersonate. */
  readonly 'as-user-extra'?: { readonly [attribute: string]: readonly string[] };
  /** Name for basic authentication. */
  readonly username?: string;
  /** Password for basic authentication. */
  readonly password?: string;
  /** A provider that is built into kubectl. */
  readonly 'auth-provider'?: AuthProviderConfig;
  /** A command that prints credentials. */
  readonly exec?: ExecConfig;
  /** What tools have added. */
  readonly extensions?: readonly NamedExtension[];
}

/**
 * A cluster, a user and a namespace.
 *
 * Source: `k8s.io/client-go/tools/clientcmd/api/v1` v0.37.1, `Context`.
 */
export interface KubeconfigContext {
  /** Name of the cluster. */
  readonly cluster?: string;
  /** Name of the user. */
  readonly user?: string;
  /** Namespace of requests that name none. */
  readonly namespace?: string;
  /** What tools have added. */
  readonly extensions?: readonly NamedExtension[];
}

/** The name of an entry, and the file that it is from. */
export interface KubeconfigEntry {
  /** Name of the entry. */
  readonly name: string;
  /** The file, as it was named. */
  readonly file: string;
}

/** A cluster and its name. */
export interface NamedCluster extends KubeconfigEntry {
  /** The cluster. */
  readonly cluster: KubeconfigCluster;
}

/** A user and its name. */
export interface NamedUser extends KubeconfigEntry {
  /** The user. */
  readonly user: KubeconfigUser;
}

/** A context and its name. */
export interface NamedContext extends KubeconfigEntry {
  /** The context. */
  readonly context: KubeconfigContext;
}

/**
 * One kubeconfig, or several merged ones. It contains secrets: do not print it.
 *
 * Paths of files, and commands with a path, are absolute.
 */
export interface Kubeconfig {
  /** Name of the current context; empty if there is none. */
  readonly currentContext: string;
  /** The file that sets the current context; undefined if none does. */
  readonly currentContextFile: string | undefined;
  /** The contexts. */
  readonly contexts: readonly NamedContext[];
  /** The clusters. */
  readonly clusters: readonly NamedCluster[];
  /** The users. */
  readonly users: readonly NamedUser[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** The files that do not exist. */
  readonly missingFiles: readonly string[];
}
