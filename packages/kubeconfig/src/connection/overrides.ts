/** What flags of a command replace. An empty text overrides nothing. */
export interface KubeconfigOverrides {
  /** `--kubeconfig`: path of the only file to read. */
  readonly kubeconfig?: string | undefined;
  /** `--context`: name of the context. */
  readonly context?: string | undefined;
  /** `--cluster`: name of the cluster. */
  readonly cluster?: string | undefined;
  /** `--user`: name of the user. */
  readonly user?: string | undefined;
  /** `--namespace`: the namespace. */
  readonly namespace?: string | undefined;
  /** `--server`: address of the API server. */
  readonly server?: string | undefined;
  /** `--tls-server-name`: name for which its certificate must be valid. */
  readonly tlsServerName?: string | undefined;
  /** `--certificate-authority`: file with the certificates that may sign that of the server. */
  readonly certificateAuthority?: string | undefined;
  /** `--insecure-skip-tls-verify`: whether the certificate of the server is not checked. */
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** `--proxy-url`: proxy for all requests. */
  readonly proxyUrl?: string | undefined;
  /** `--client-certificate`: file with the certificate of the user. */
  readonly clientCertificate?: string | undefined;
  /** `--client-key`: file with its key. */
  readonly clientKey?: string | undefined;
  /** `--token`: bearer token. */
  readonly token?: string | undefined;
  /** `--as`: user to impersonate. */
  readonly as?: string | undefined;
  /** `--as-uid`: UID to impersonate. */
  readonly asUid?: string | undefined;
  /** `--as-group`: groups to impersonate. */
  readonly asGroups?: readonly string[] | undefined;
  /** `--as-user-extra`: other attributes to impersonate. */
  readonly asUserExtra?: { readonly [attribute: string]: readonly string[] } | undefined;
  /** `--request-timeout`: seconds, or a duration such as `1m30s`; `0` for none. */
  readonly requestTimeout?: string | undefined;
}
