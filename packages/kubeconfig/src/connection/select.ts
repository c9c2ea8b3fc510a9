import { aggregateMessages, goQuote } from '@kubesem/core/internal';
import type { KubeconfigFiles } from '../config/file-system.js';
import type {
  Kubeconfig,
  KubeconfigCluster,
  KubeconfigContext,
  KubeconfigEntry,
  KubeconfigUser,
} from '../config/model.js';
import type { Environment } from '../config/paths.js';
import { KubeconfigError, type KubeconfigErrorCode } from '../error.js';
import type { ConnectionOrigins } from './connection.js';
import type { KubeconfigOverrides } from './overrides.js';
import { clusterProblems, EMPTY_CLUSTER, userProblems } from './validate.js';

/** The context, cluster and user of a kubeconfig that count, with their overrides. */
export interface Selected {
  readonly contextName: string;
  readonly context: KubeconfigContext;
  readonly cluster: KubeconfigCluster;
  readonly user: KubeconfigUser;
  readonly origins: ConnectionOrigins;
}

/**
 * Selects the context, cluster and user.
 *
 * @param config - the merged kubeconfigs
 * @param overrides - the overrides
 * @param env - the environment, of which `KUBERNETES_MASTER` counts
 * @param files - the file system
 * @returns the three with their overrides
 * @throws KubeconfigError if an override names what is not there, or if they are incomplete or contradict each other
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `DirectClientConfig`.
 */
export function select(
  config: Kubeconfig,
  overrides: KubeconfigOverrides,
  env: Environment,
  files: KubeconfigFiles,
): Selected {
  const contextName = overrides.context || config.currentContext;
  const context = named(config.contexts, contextName);
  const userName = overrides.user || context?.context.user || '';
  const user = named(config.users, userName);
  const clusterName = overrides.cluster || context?.context.cluster || '';
  const cluster = named(config.clusters, clusterName);
  checkNamed('auth info', overrides.user, user);
  checkNamed('context', overrides.context, context);
  checkNamed('cluster', overrides.cluster, cluster);
  const selected: Selected = {
    contextName: context?.name ?? '',
    context: context?.context ?? {},
    cluster: withClusterOverrides(env.KUBERNETES_MASTER ?? '', cluster?.cluster ?? {}, overrides),
    user: withUserOverrides(user?.user ?? {}, overrides),
    origins: {
      currentContext: overrides.context ? undefined : config.currentContextFile,
      context: context?.file,
      cluster: cluster?.file,
      user: user?.file,
    },
  };
  confirmUsable(
    [
      ...(contextName === '' || context !== undefined
        ? []
        : [`context was not found for specified context: ${contextName}`]),
      ...userProblems(userName, selected.user, files),
    ],
    clusterProblems(clusterName, selected.cluster, cluster !== undefined, files),
  );
  return selected;
}

function named<T extends KubeconfigEntry>(entries: readonly T[], name: string): T | undefined {
  return entries.find((entry) => entry.name === name);
}

const NOT_FOUND: { readonly [kind: string]: KubeconfigErrorCode } = {
  'auth info': 'USER_NOT_FOUND',
  context: 'CONTEXT_NOT_FOUND',
  cluster: 'CLUSTER_NOT_FOUND',
};

/** What an override names must be there; what a context names need not. */
function checkNamed(
  kind: keyof typeof NOT_FOUND,
  name: string | undefined,
  entry: KubeconfigEntry | undefined,
): void {
  if (name && entry === undefined) {
    throw new KubeconfigError(
      NOT_FOUND[kind] as KubeconfigErrorCode,
      `${kind} ${goQuote(name)} does not exist`,
    );
  }
}

const NOT_CONFIGURED =
  'no configuration has been provided, try setting KUBERNETES_MASTER environment variable';

function confirmUsable(others: readonly string[], ofCluster: readonly string[]): void {
  const problems = [...others, ...ofCluster];
  if (problems.length === 1 && problems[0] === EMPTY_CLUSTER) {
    throw new KubeconfigError('NO_KUBECONFIG', `invalid configuration: ${NOT_CONFIGURED}`);
  }
  if (problems.length > 0) {
    const message = `invalid configuration: ${aggregateMessages(problems)}`;
    throw new KubeconfigError('INVALID_KUBECONFIG', message);
  }
}

/** Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `DirectClientConfig.getCluster`. */
function withClusterOverrides(
  defaultServer: string,
  cluster: KubeconfigCluster,
  overrides: KubeconfigOverrides,
): KubeconfigCluster {
  const { server, certificateAuthority = '', insecureSkipTlsVerify = false } = overrides;
  const isIdentified = certificateAuthority !== '' || insecureSkipTlsVerify;
  return {
    ...cluster,
    server: server || cluster.server || defaultServer,
    'proxy-url': overrides.proxyUrl || cluster['proxy-url'] || '',
    // An override of one way to identify the server replaces all of them.
    ...(isIdentified && {
      'insecure-skip-tls-verify': insecureSkipTlsVerify,
      'certificate-authority': certificateAuthority,
      'certificate-authority-data': '',
    }),
    // The name in the kubeconfig is that of the server there.
    ...((overrides.tlsServerName || server) && {
      'tls-server-name': overrides.tlsServerName ?? '',
    }),
  };
}

/** Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `DirectClientConfig.getAuthInfo`. */
function withUserOverrides(user: KubeconfigUser, overrides: KubeconfigOverrides): KubeconfigUser {
  const { clientCertificate, clientKey, token, as, asUid, asGroups = [], asUserExtra } = overrides;
  return {
    ...user,
    ...(token && { token }),
    ...(as && { as }),
    ...(asUid && { 'as-uid': asUid }),
    ...(asGroups.length > 0 && { 'as-groups': asGroups }),
    'as-user-extra': { ...user['as-user-extra'], ...asUserExtra },
    ...(clientKey && { 'client-key': clientKey, 'client-key-data': '' }),
    ...(clientCertificate && {
      'client-certificate': clientCertificate,
      'client-certificate-data': '',
    }),
  };
}
