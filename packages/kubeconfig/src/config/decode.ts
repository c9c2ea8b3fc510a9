import { goQuote } from '@kubesem/core/internal';
import { parseManifests } from '@kubesem/manifests';
import { KubeconfigError } from '../error.js';
import { decodeValue } from './decode-value.js';
import type {
  KubeconfigCluster,
  KubeconfigContext,
  KubeconfigUser,
  NamedExtension,
} from './model.js';
import { CONFIG } from './types.js';

/** A kubeconfig as it is in its file. */
export interface ConfigFile {
  readonly 'current-context'?: string;
  readonly clusters?: readonly { readonly name?: string; readonly cluster?: KubeconfigCluster }[];
  readonly users?: readonly { readonly name?: string; readonly user?: KubeconfigUser }[];
  readonly contexts?: readonly { readonly name?: string; readonly context?: KubeconfigContext }[];
}

/**
 * Decodes the text of a kubeconfig. Unknown fields are ignored.
 *
 * @param text - YAML or JSON; the first document counts
 * @returns the known fields, each of its type
 * @throws KubeconfigError whose message does not quote the text, which contains secrets
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `Load`.
 */
export function decodeConfig(text: string): ConfigFile {
  const value = firstDocument(text);
  const config = (decodeValue(value, CONFIG, []) ?? {}) as ConfigFile & {
    readonly apiVersion?: string;
    readonly kind?: string;
    readonly preferences?: { readonly extensions?: readonly NamedExtension[] };
    readonly extensions?: readonly NamedExtension[];
  };
  checkKind(config.apiVersion ?? '', config.kind ?? '');
  checkExtensions(config.preferences?.extensions);
  checkNames('clusters', config.clusters);
  config.clusters?.forEach(({ cluster }) => checkExtensions(cluster?.extensions));
  checkNames('users', config.users);
  config.users?.forEach(({ user }) => checkExtensions(user?.extensions));
  checkNames('contexts', config.contexts);
  config.contexts?.forEach(({ context }) => checkExtensions(context?.extensions));
  checkExtensions(config.extensions);
  return { ...config, users: (config.users ?? []).map(withDefaults) };
}

const BETA_VERSIONS = ['v1alpha1', 'v1beta1'].map((each) => `client.authentication.k8s.io/${each}`);

/** Source: `k8s.io/client-go/tools/clientcmd/api/v1` v0.37.1, `SetDefaults_ExecConfig`. */
function withDefaults<U extends { readonly user?: KubeconfigUser }>(named: U): U {
  const exec = named.user?.exec;
  return exec === undefined ||
    exec.interactiveMode ||
    !BETA_VERSIONS.includes(exec.apiVersion ?? '')
    ? named
    : { ...named, user: { ...named.user, exec: { ...exec, interactiveMode: 'IfAvailable' } } };
}

function firstDocument(text: string): unknown {
  const { documents, problems } = parseManifests({ name: '', text });
  const [first, second] = documents;
  // client-go does not read what follows the first document.
  const end = second?.line ?? Number.POSITIVE_INFINITY;
  const problem = problems.find(({ severity, line }) => severity === 'error' && line < end);
  if (problem !== undefined && problem.code !== 'NOT_AN_OBJECT') {
    throw unreadable(`yaml: line ${problem.line}: ${problem.message}`);
  }
  return first?.value;
}

const unreadable = (message: string) => new KubeconfigError('UNREADABLE_KUBECONFIG', message);

/** Reports what another version or kind is, in the words of the API machinery. */
function checkKind(apiVersion: string, kind: string): void {
  if (/\/.*\//s.test(apiVersion)) {
    throw unreadable(`unexpected GroupVersion string: ${apiVersion}`);
  }
  if (!/^(?:\/|\/?v1)?$/.test(apiVersion) || !['', 'Config'].includes(kind)) {
    const [version, name] = [apiVersion || 'v1', kind || 'Config'];
    throw unreadable(`no kind ${goQuote(name)} is registered for version ${goQuote(version)}`);
  }
}

/** Unlike client-go, it does not quote the list, which has the tokens and keys of all users. */
function checkNames<T extends { readonly name?: string }>(
  field: string,
  list: readonly T[] = [],
  isThere: (item: T) => boolean = () => true,
): void {
  const names = new Set<string>();
  for (const item of list) {
    const { name = '' } = item;
    if (names.has(name)) {
      throw unreadable(`duplicate name ${goQuote(name)} in list of ${field}`);
    }
    if (isThere(item)) {
      names.add(name);
    }
  }
}

function checkExtensions(list?: readonly NamedExtension[]): void {
  // An extension that is null is nothing yet.
  checkNames('extensions', list, ({ extension = null }) => extension !== null);
}
