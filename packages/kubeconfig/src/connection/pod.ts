import { contentOf, type KubeconfigFiles } from '../config/file-system.js';
import type { Environment } from '../config/paths.js';
import { KubeconfigError } from '../error.js';
import { type ClusterConnection, NO_CREDENTIALS, NO_TLS } from './connection.js';
import type { KubeconfigOverrides } from './overrides.js';

/** Where a Pod finds the token of its ServiceAccount. */
const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';
const TOKEN_FILE = `${FOLDER}/token`;
const CA_FILE = `${FOLDER}/ca.crt`;

/**
 * Whether the process runs in a Pod with a token of its ServiceAccount.
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `inClusterClientConfig.Possible`.
 */
export function isInPod(env: Environment, files: KubeconfigFiles): boolean {
  return (
    Boolean(env.KUBERNETES_SERVICE_HOST && env.KUBERNETES_SERVICE_PORT) &&
    contentOf(files, TOKEN_FILE).code === undefined
  );
}

/**
 * Returns the connection of a Pod. Of the overrides, only the server, the token and the certificates of the server count.
 *
 * Source: `k8s.io/client-go/rest` v0.37.1, `InClusterConfig`; `k8s.io/client-go/tools/clientcmd` v0.37.1,
 * `inClusterClientConfig.ClientConfig`.
 */
export function podConnection(
  namespace: string,
  overrides: KubeconfigOverrides,
  env: Environment,
  files: KubeconfigFiles,
): ClusterConnection {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = env;
  const { bytes, error } = contentOf(files, TOKEN_FILE);
  if (bytes === undefined) {
    throw new KubeconfigError('CREDENTIALS_UNAVAILABLE', error);
  }
  return {
    context: '',
    namespace,
    server: overrides.server || `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    proxyUrl: '',
    disableCompression: false,
    requestTimeoutMs: 0,
    impersonate: undefined,
    tls: { ...NO_TLS, caFile: overrides.certificateAuthority || (hasCa(files) ? CA_FILE : '') },
    credentials: overrides.token
      ? { ...NO_CREDENTIALS, token: overrides.token }
      : { ...NO_CREDENTIALS, token: textOf(bytes), tokenFile: TOKEN_FILE },
    origins: { currentContext: undefined, context: undefined, cluster: undefined, user: undefined },
  };
}

/** The namespace of the Pod. */
export function podNamespace(env: Environment, files: KubeconfigFiles): string {
  const { bytes } = contentOf(files, `${FOLDER}/namespace`);
  return env.POD_NAMESPACE || (bytes === undefined ? '' : textOf(bytes).trim()) || 'default';
}

/** Without them, client-go trusts what the machine trusts. */
function hasCa(files: KubeconfigFiles): boolean {
  const { bytes } = contentOf(files, CA_FILE);
  return bytes !== undefined && textOf(bytes).includes('-----BEGIN CERTIFICATE-----');
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
