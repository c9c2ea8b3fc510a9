import type { AuthProviderConfig, ExecConfig } from '../config/model.js';

/** Who a request acts as. */
export interface Impersonation {
  /** Name of the user. */
  readonly user: string;
  /** UID of the user; empty if there is none. */
  readonly uid: string;
  /** Groups of the user. */
  readonly groups: readonly string[];
  /** Other attributes of the user. */
  readonly extra: { readonly [attribute: string]: readonly string[] };
}

/** How the server is identified. */
export interface ConnectionTls {
  /** Whether the certificate of the server is not checked. */
  readonly isInsecure: boolean;
  /** Name for which the certificate must be valid; empty for the host of the server. */
  readonly serverName: string;
  /** File with the certificates that may sign it; empty if there is none. */
  readonly caFile: string;
  /** These certificates in base64, which count instead of the file; empty if there are none. */
  readonly caData: string;
}

/** How the user is identified. A text is empty if there is none. Without TLS, all are empty. */
export interface ConnectionCredentials {
  /** Bearer token. */
  readonly token: string;
  /** File with a bearer token, which counts instead of the token. */
  readonly tokenFile: string;
  /** Name for basic authentication. */
  readonly username: string;
  /** Password for basic authentication. */
  readonly password: string;
  /** File with a certificate. */
  readonly certFile: string;
  /** The certificate in base64, which counts instead of the file. */
  readonly certData: string;
  /** File with the key of the certificate. */
  readonly keyFile: string;
  /** The key in base64, which counts instead of the file. */
  readonly keyData: string;
  /** A command that prints credentials. */
  readonly exec: ExecConfig | undefined;
  /** What the cluster passes on to this command. */
  readonly execClusterConfig: unknown;
  /** A provider that is built into kubectl. */
  readonly authProvider: AuthProviderConfig | undefined;
}

/** The files that the parts of a connection are from; undefined if a part is from none. */
export interface ConnectionOrigins {
  /** The file that sets the current context. */
  readonly currentContext: string | undefined;
  /** The file that has the context. */
  readonly context: string | undefined;
  /** The file that has the cluster. */
  readonly cluster: string | undefined;
  /** The file that has the user. */
  readonly user: string | undefined;
}

/**
 * How to reach an API server, as plain data. It contains secrets: do not print it.
 *
 * Source: `k8s.io/client-go/rest` v0.37.1, `Config`.
 */
export interface ClusterConnection {
  /** Name of the context; empty if there is none. */
  readonly context: string;
  /** Namespace of requests that name none. */
  readonly namespace: string;
  /** Address of the API server, as it is configured: a URL, or a host with or without a port. */
  readonly server: string;
  /** Proxy for all requests; empty for that of the environment. */
  readonly proxyUrl: string;
  /** Whether the server must not compress its answers. */
  readonly disableCompression: boolean;
  /** How long a request may take, with its answer; 0 for any time. */
  readonly requestTimeoutMs: number;
  /** Who requests act as; undefined for the user itself. */
  readonly impersonate: Impersonation | undefined;
  /** How the server is identified. */
  readonly tls: ConnectionTls;
  /** How the user is identified. */
  readonly credentials: ConnectionCredentials;
  /** The files that its parts are from. */
  readonly origins: ConnectionOrigins;
}

/** A server without TLS. */
export const NO_TLS: ConnectionTls = { isInsecure: false, serverName: '', caFile: '', caData: '' };

/** A user without TLS: kubectl reads no credentials then, whatever else the kubeconfig says. */
export const NO_CREDENTIALS: ConnectionCredentials = {
  token: '',
  tokenFile: '',
  username: '',
  password: '',
  certFile: '',
  certData: '',
  keyFile: '',
  keyData: '',
  exec: undefined,
  execClusterConfig: undefined,
  authProvider: undefined,
};
