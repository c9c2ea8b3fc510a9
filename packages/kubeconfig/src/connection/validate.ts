import { appendAll, goQuote } from '@kubesem/core/internal';
import { contentOf, type KubeconfigFiles, shownPath } from '../config/file-system.js';
import type { ExecConfig, KubeconfigCluster, KubeconfigUser } from '../config/model.js';
import { parseGoUrl, withoutPassword } from './go-url.js';

/** What is wrong with a cluster of which nothing is known. */
export const EMPTY_CLUSTER = 'cluster has no server defined';

/**
 * Lists what is wrong with a cluster, in the words of client-go.
 *
 * @param name - name of the cluster
 * @param cluster - the cluster with its overrides
 * @param isKnown - whether a kubeconfig has it
 * @param files - the file system
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `validateClusterInfo`.
 */
export function clusterProblems(
  name: string,
  cluster: KubeconfigCluster,
  isKnown: boolean,
  files: KubeconfigFiles,
): readonly string[] {
  if (!isKnown && Object.values(cluster).every((value) => !value)) {
    return [EMPTY_CLUSTER];
  }
  const problems: string[] = [];
  if (!cluster.server) {
    problems.push(
      name === ''
        ? 'default cluster has no server defined'
        : `no server found for cluster ${goQuote(name)}`,
    );
  }
  const { 'proxy-url': proxy, 'certificate-authority': file } = cluster;
  const wrongProxy = proxy ? proxyProblem(proxy) : undefined;
  if (wrongProxy !== undefined) {
    problems.push(
      `invalid 'proxy-url' ${goQuote(withoutPassword(proxy ?? ''))} for cluster ${goQuote(name)}: ${wrongProxy}`,
    );
  }
  if (file && cluster['certificate-authority-data']) {
    problems.push(
      `certificate-authority-data and certificate-authority are both specified for ${name}. certificate-authority-data will override.`,
    );
  }
  addUnreadable(problems, 'certificate-authority', file, name, files);
  return problems;
}

/** Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `parseProxyURL`. */
function proxyProblem(text: string): string | undefined {
  const url = parseGoUrl(text);
  if (typeof url === 'string') {
    return `could not parse: ${withoutPassword(text)}`;
  }
  return ['http', 'https', 'socks5'].includes(url.scheme)
    ? undefined
    : `unsupported scheme ${goQuote(url.scheme)}, must be http, https, or socks5`;
}

/**
 * Lists what is wrong with a user, in the words of client-go.
 *
 * @param name - name of the user
 * @param user - the user with its overrides
 * @param files - the file system
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `validateAuthInfo`.
 */
export function userProblems(
  name: string,
  user: KubeconfigUser,
  files: KubeconfigFiles,
): readonly string[] {
  const problems: string[] = [];
  addCertificateProblems(problems, name, user, files);
  if (user.exec !== undefined) {
    if (user['auth-provider'] !== undefined) {
      problems.push(
        `authProvider cannot be provided in combination with an exec plugin for ${name}`,
      );
    }
    appendAll(problems, pluginProblems(name, user.exec));
  }
  const methods = [
    ...(user.token ? ['token'] : []),
    ...(user.username || user.password ? ['basicAuth'] : []),
  ];
  if (methods.length > 1) {
    problems.push(
      `more than one authentication method found for ${name}; found [${methods.join(' ')}], only one is allowed`,
    );
  }
  const { 'as-uid': uid, 'as-groups': groups = [], 'as-user-extra': extra = {} } = user;
  if ((uid || groups.length > 0 || Object.keys(extra).length > 0) && !user.as) {
    problems.push(`requesting uid, groups or user-extra for ${name} without impersonating a user`);
  }
  return problems;
}

function addCertificateProblems(
  problems: string[],
  name: string,
  user: KubeconfigUser,
  files: KubeconfigFiles,
): void {
  const {
    'client-certificate': certificate,
    'client-certificate-data': certificateData,
    'client-key': key,
    'client-key-data': keyData,
  } = user;
  if (!certificate && !certificateData) {
    return;
  }
  if (certificate && certificateData) {
    problems.push(
      `client-cert-data and client-cert are both specified for ${name}. client-cert-data will override.`,
    );
  }
  if (key && keyData) {
    problems.push(
      `client-key-data and client-key are both specified for ${name}; client-key-data will override`,
    );
  }
  if (!key && !keyData) {
    problems.push(
      `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`,
    );
  }
  addUnreadable(problems, 'client-cert', certificate, name, files);
  addUnreadable(problems, 'client-key', key, name, files);
}

const MODES = ['Never', 'IfAvailable', 'Always'];

function pluginProblems(name: string, exec: ExecConfig): readonly string[] {
  const { command, apiVersion, env = [], interactiveMode = '' } = exec;
  const missing = [
    ...(command ? [] : ['command']),
    ...(apiVersion ? [] : ['apiVersion']),
    ...env.filter((variable) => !variable.name).map(() => 'env variable name'),
    ...(interactiveMode === '' ? ['interactiveMode'] : []),
  ].map((field) => `${field} must be specified for ${name} to use exec authentication plugin`);
  return interactiveMode === '' || MODES.includes(interactiveMode)
    ? missing
    : [...missing, `invalid interactiveMode for ${name}: ${goQuote(interactiveMode)}`];
}

function addUnreadable(
  problems: string[],
  field: string,
  path: string | undefined,
  name: string,
  files: KubeconfigFiles,
): void {
  const { code, error } = path ? contentOf(files, path) : {};
  // A folder can be opened.
  if (code !== undefined && code !== 'EISDIR') {
    problems.push(`unable to read ${field} ${shownPath(path ?? '')} for ${name} due to ${error}`);
  }
}
