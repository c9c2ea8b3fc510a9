import { parseGoDuration } from '@kubesem/core/internal';
import { contentOf, type KubeconfigFiles, LOCAL_FILES } from '../config/file-system.js';
import { loadKubeconfig } from '../config/load.js';
import type { KubeconfigCluster, KubeconfigUser } from '../config/model.js';
import type { Environment } from '../config/paths.js';
import { KubeconfigError } from '../error.js';
import { OPTIONS, readInput } from '../options.js';
import {
  type ClusterConnection,
  type ConnectionCredentials,
  type ConnectionTls,
  type Impersonation,
  NO_CREDENTIALS,
  NO_TLS,
} from './connection.js';
import type { KubeconfigOverrides } from './overrides.js';
import { isInPod, podConnection, podNamespace } from './pod.js';
import { type Selected, select } from './select.js';
import { serverOf, serverUrl } from './server-url.js';

/** Where the kubeconfig is, and what replaces it. */
export interface ReadKubeconfigOptions {
  /** The environment. Default: that of the process */
  readonly env?: Environment | undefined;
  /** What reads the files. Default: the file system */
  readonly files?: KubeconfigFiles | undefined;
  /** What flags replace. Default: nothing */
  readonly overrides?: KubeconfigOverrides | undefined;
}

/**
 * Finds out which API server kubectl would ask, and as whom: from the kubeconfigs, or, if these configure nothing, from the
 * ServiceAccount of the Pod that the process runs in.
 *
 * Unlike kubectl, it never asks for a user name and password, and does not try port 8080 of this machine if nothing is
 * configured.
 *
 * @param options - the environment, the file system and the overrides
 * @returns the connection, as plain data with secrets
 * @throws {@link KubeconfigError} with code `UNREADABLE_KUBECONFIG` if a file cannot be read or decoded; `NO_KUBECONFIG` if
 *   nothing is configured; `CONTEXT_NOT_FOUND`, `CLUSTER_NOT_FOUND` or `USER_NOT_FOUND` if an override names what is not there;
 *   `INVALID_KUBECONFIG` if the context is missing or incomplete, or contradicts itself; `INVALID_TIMEOUT` if the request
 *   timeout is not a duration; `CREDENTIALS_UNAVAILABLE` if the file with the token cannot be read; `INVALID_TYPE` if an
 *   option has the wrong type
 *
 * @example
 * ```ts
 * import { readKubeconfig } from '@kubesem/kubeconfig';
 *
 * const text = `
 * clusters: [{ name: c, cluster: { server: https://10.0.0.1:6443 } }]
 * users: [{ name: ann, user: { as: bob } }]
 * contexts: [{ name: prod, context: { cluster: c, user: ann, namespace: shop } }]`;
 * const files = { currentFolder: '/', read: () => Buffer.from(text) };
 * const connection = readKubeconfig({ env: {}, files, overrides: { context: 'prod' } });
 * connection.server // => 'https://10.0.0.1:6443'
 * connection.namespace // => 'shop'
 * connection.impersonate?.user // => 'bob'
 * readKubeconfig({ env: {}, files, overrides: { context: 'test' } }) // throws CONTEXT_NOT_FOUND
 * ```
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `DeferredLoadingClientConfig`.
 */
export function readKubeconfig(options: ReadKubeconfigOptions = {}): ClusterConnection {
  const { env = process.env, files = LOCAL_FILES, overrides = {} } = readInput(options, OPTIONS);
  const config = loadKubeconfig({ env, files, kubeconfig: overrides.kubeconfig });
  const ofPod = () =>
    podConnection(overrides.namespace || podNamespace(env, files), overrides, env, files);
  let selected: Selected;
  try {
    selected = select(config, overrides, env, files);
  } catch (error) {
    if ((error as KubeconfigError).code === 'NO_KUBECONFIG' && isInPod(env, files)) {
      return ofPod();
    }
    throw error;
  }
  const connection = connectionOf(selected, overrides, files);
  const namespace =
    overrides.namespace ||
    selected.context.namespace ||
    (isInPod(env, files) ? podNamespace(env, files) : 'default');
  return isDefault(connection, env) && isInPod(env, files)
    ? { ...ofPod(), namespace }
    : { ...connection, namespace };
}

/** Whether nothing but the server of the environment is configured. */
function isDefault(connection: ClusterConnection, env: Environment): boolean {
  const { context: _, namespace: __, origins: ___, ...rest } = connection;
  const isEmpty = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : !value;
  const { server, ...others } = rest;
  return (
    Boolean(env.KUBERNETES_MASTER) &&
    server === serverOf(env.KUBERNETES_MASTER ?? '') &&
    isEmpty(others)
  );
}

/** Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `DirectClientConfig.ClientConfig`. */
function connectionOf(
  { contextName, cluster, user, origins }: Selected,
  overrides: KubeconfigOverrides,
  files: KubeconfigFiles,
): ClusterConnection {
  const server = serverOf(cluster.server ?? '');
  const url = serverUrl(server, false);
  const hasTls = typeof url !== 'string' && url.scheme === 'https';
  return {
    context: contextName,
    namespace: '',
    server,
    proxyUrl: cluster['proxy-url'] ?? '',
    disableCompression: cluster['disable-compression'] ?? false,
    requestTimeoutMs: timeoutMs(overrides.requestTimeout ?? ''),
    impersonate: impersonationOf(user),
    tls: hasTls ? tlsOf(cluster) : NO_TLS,
    credentials: hasTls ? credentialsOf(user, cluster, files) : NO_CREDENTIALS,
    origins,
  };
}

/** Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `ParseTimeout`. */
function timeoutMs(text: string): number {
  if (text === '') {
    return 0;
  }
  const seconds = /^[+-]?\d+$/.test(text) ? Number(text) : -1;
  if (seconds >= 0 && seconds < 2 ** 63) {
    // A duration of Go overflows.
    return Number(BigInt.asIntN(64, BigInt(seconds) * BigInt(1e9))) / 1e6;
  }
  const nanoseconds = parseGoDuration(text);
  if (typeof nanoseconds === 'string') {
    throw new KubeconfigError(
      'INVALID_TIMEOUT',
      'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
    );
  }
  return Number(nanoseconds) / 1e6;
}

function impersonationOf(user: KubeconfigUser): Impersonation | undefined {
  const { as, 'as-uid': uid = '', 'as-groups': groups = [], 'as-user-extra': extra = {} } = user;
  return as ? { user: as, uid, groups, extra } : undefined;
}

function tlsOf(cluster: KubeconfigCluster): ConnectionTls {
  return {
    isInsecure: cluster['insecure-skip-tls-verify'] ?? false,
    serverName: cluster['tls-server-name'] ?? '',
    caFile: cluster['certificate-authority'] ?? '',
    caData: cluster['certificate-authority-data'] ?? '',
  };
}

/** The extension of a cluster that a credential plugin receives. */
const PLUGIN_EXTENSION = 'client.authentication.k8s.io/exec';

/** Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `getUserIdentificationPartialConfig`. */
function credentialsOf(
  user: KubeconfigUser,
  cluster: KubeconfigCluster,
  files: KubeconfigFiles,
): ConnectionCredentials {
  const { token = '', tokenFile = '', exec, 'auth-provider': authProvider } = user;
  const hasCertificate = user['client-certificate'] || user['client-certificate-data'];
  const extensions = cluster.extensions?.filter(({ name }) => name === PLUGIN_EXTENSION);
  return {
    token: token || tokenIn(tokenFile, files),
    tokenFile,
    username: user.username ?? '',
    password: user.password ?? '',
    certFile: user['client-certificate'] ?? '',
    certData: user['client-certificate-data'] ?? '',
    // A key alone identifies nobody.
    keyFile: (hasCertificate && user['client-key']) || '',
    keyData: (hasCertificate && user['client-key-data']) || '',
    exec: exec && { ...exec, installHint: withoutControls(exec.installHint ?? '') },
    execClusterConfig:
      exec &&
      extensions?.map(({ extension }) => extension ?? undefined).find((each) => each !== undefined),
    authProvider,
  };
}

function tokenIn(file: string, files: KubeconfigFiles): string {
  if (file === '') {
    return '';
  }
  const { bytes, error } = contentOf(files, file);
  if (bytes === undefined) {
    throw new KubeconfigError('CREDENTIALS_UNAVAILABLE', error);
  }
  return new TextDecoder().decode(bytes);
}

/** Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `cleanANSIEscapeCodes`. */
function withoutControls(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t-\r]/gu, (char) => {
    const code = char.codePointAt(0)?.toString(16).toUpperCase() ?? '';
    return `U+${code.padStart(4, '0')}`;
  });
}
