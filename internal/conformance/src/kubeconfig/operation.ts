import {
  type ClusterConnection,
  type Kubeconfig,
  type KubeconfigError,
  type KubeconfigOverrides,
  loadKubeconfig,
  readKubeconfig,
} from '@kubesem/kubeconfig';
import {
  connectionUrl,
  formatGoUrl,
  parseGoUrl,
  readMaterials,
  UserCredentials,
} from '@kubesem/kubeconfig/internal';
import type { Comparison } from '../harness/comparison.js';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { kubeconfigExamples } from './examples.js';
import { type CaseFiles, expanded, filesOf } from './files.js';
import { kubeconfigCase } from './generator.js';

interface Case {
  readonly files: CaseFiles;
  readonly env: { readonly [name: string]: string };
  readonly flags: KubeconfigOverrides;
  readonly inPod: boolean;
}

/** A case that was shrunk lacks fields. */
const EMPTY: Case = { files: {}, env: {}, flags: {}, inPod: false };

/** A `rest.Config`. */
interface Config {
  readonly host: string;
  readonly timeout: string;
  readonly url?: string;
  readonly useError?: string;
  readonly headers?: { readonly [name: string]: readonly string[] };
  readonly [field: string]: unknown;
}

interface Loaded {
  readonly loadError?: string;
  readonly merged?: JsonObject;
  readonly origins?: { readonly [list: string]: { readonly [name: string]: string } };
  readonly error?: string;
  readonly config?: Config;
  readonly namespace: string;
}

/** The value without what Go leaves out if it is empty, with sorted keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(canonical);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value)
    .map(([key, each]) => [key, canonical(each)] as const)
    .filter(([, each]) => !isEmpty(each));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : !value;
}

const shown = (value: unknown) => JSON.stringify(canonical(value));

/** Go keeps a map of the extensions. */
function extensionsByName(value: unknown): unknown {
  const list = value as readonly { readonly name: string; readonly extension?: unknown }[];
  return Object.fromEntries(list.map(({ name, extension }) => [name, extension]));
}

/** The lists of a merged kubeconfig by name. */
function byName(list: unknown, field: string): unknown {
  const entries = (list ?? []) as readonly ({ readonly name?: string } & JsonObject)[];
  return Object.fromEntries(
    entries.map(({ name = '', ...entry }) => {
      const { extensions = [], ...rest } = (entry[field] ?? {}) as JsonObject;
      return [`name ${name}`, { ...rest, extensions: extensionsByName(extensions), is: 'here' }];
    }),
  );
}

const LISTS = [
  ['contexts', 'context'],
  ['clusters', 'cluster'],
  ['users', 'user'],
] as const;

function compareMerged(theirs: Loaded, ours: Kubeconfig, comparison: Comparison): void {
  const { merged = {}, origins = {} } = theirs;
  comparison.field('current-context', merged['current-context'], ours.currentContext);
  for (const [list, field] of LISTS) {
    comparison.field(list, shown(byName(merged[list], field)), shown(byName(ours[list], field)));
    const files = ours[list].map(({ name, file }) => [name, file]);
    comparison.field(`files of ${list}`, shown(origins[list]), shown(Object.fromEntries(files)));
  }
}

/** The files that cannot be loaded; the reason only where it is that of the operating system. */
function loadProblems(message: string): string {
  const files = message.matchAll(/error loading config file "([^"]*)": ((?:open|read) [^,\]]*)?/g);
  const found = [...files].map(([, file, reason = 'decoding']) => `${file}: ${reason}`);
  return found.length === 0 ? message : found.join('\n');
}

/** A password in a URL is not part of a message. */
const withoutPasswords = (text: string) =>
  text.replace(/(\/\/[^/:@\s"]*):[^/@\s"]*@/g, '$1:xxxxx@');

/** Go describes what is wrong with a certificate in more words. */
function useProblem(message: string): string {
  return message
    .replace(/^tls: .*/s, 'tls')
    .replace(/(failed to parse certificate).*/s, '$1')
    .replace(/(auth plugin has been removed\.).*/s, '$1')
    .replace(/(invalid host: ParseAddr).*/s, '$1');
}

/** What stops a client from being made. */
function useProblems(connection: ClusterConnection, { env, files, inPod }: Case): string[] {
  const found: string[] = [];
  const machine = filesOf(files, inPod);
  const steps = [
    () =>
      new UserCredentials(connection, { env, files: machine, hasTerminal: false, timeoutMs: 1 }),
    () => readMaterials(connection, machine),
  ];
  for (const step of steps) {
    try {
      step();
    } catch (error) {
      found.push(useProblem((error as KubeconfigError).message));
    }
  }
  return found;
}

async function compareConnection(
  input: Case,
  theirs: Config,
  ours: ClusterConnection,
  comparison: Comparison,
): Promise<void> {
  const { tls, credentials, impersonate } = ours;
  comparison.field('host', theirs.host, ours.server);
  comparison.field('timeout', Number(theirs.timeout) / 1e6, ours.requestTimeoutMs);
  const proxy = parseGoUrl(ours.proxyUrl);
  const { exec } = credentials;
  const fields = {
    proxy: typeof proxy === 'string' ? proxy : formatGoUrl(proxy),
    disableCompression: ours.disableCompression,
    username: credentials.username,
    password: credentials.password,
    token: credentials.token,
    tokenFile: credentials.tokenFile,
    authProvider: credentials.authProvider,
    exec,
    execConfig: credentials.execClusterConfig,
    insecure: tls.isInsecure,
    serverName: tls.serverName,
    certFile: credentials.certFile,
    keyFile: credentials.keyFile,
    caFile: tls.caFile,
    certData: credentials.certData,
    keyData: credentials.keyData,
    caData: tls.caData,
    impersonate: impersonate && {
      UserName: impersonate.user,
      UID: impersonate.uid,
      Groups: impersonate.groups,
      Extra: impersonate.extra,
    },
  };
  for (const [name, value] of Object.entries(fields)) {
    comparison.field(name, shown({ value: theirs[name] }), shown({ value }));
  }
  await compareUse(input, theirs, ours, comparison);
}

async function compareUse(
  input: Case,
  theirs: Config,
  ours: ClusterConnection,
  comparison: Comparison,
): Promise<void> {
  const url = connectionUrl(ours);
  if (typeof url === 'string') {
    comparison.field('server', useProblem(theirs.useError ?? ''), useProblem(url));
    return;
  }
  comparison.field('URL', theirs.url, formatGoUrl(url) + (url.fragment && `#${url.fragment}`));
  if (input.inPod && ours.tls.caFile.startsWith('/var/run')) {
    // The oracle does not run in a Pod, so it has no such files.
    return;
  }
  const found = useProblems(ours, input);
  const expected = theirs.useError === undefined ? [] : [useProblem(theirs.useError)];
  // Go stops at the first one, in another order.
  const isSame = found.length === 0 ? expected.length === 0 : found.includes(expected[0] ?? '');
  comparison.field('use', isSame ? 'the same' : expected[0], isSame ? 'the same' : found.join());
  if (theirs.headers !== undefined) {
    const context = {
      env: {},
      files: filesOf(input.files, input.inPod),
      hasTerminal: false,
      timeoutMs: 1,
    };
    const carried = new UserCredentials(ours, context);
    const { authorization } = await carried.next();
    const headers = [...carried.impersonation, ['Authorization', authorization] as const];
    comparison.field('headers', lines(Object.entries(theirs.headers)), lines(groups(headers)));
  }
}

function groups(headers: readonly (readonly [string, string])[]): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    found.set(key, [...(found.get(key) ?? []), value]);
  }
  return [...found];
}

/** The lines of headers; those without a value identify nobody. */
function lines(headers: readonly (readonly [string, readonly string[]])[]): string {
  return headers
    .filter(([name, values]) => name.toLowerCase() !== 'authorization' || values[0] !== '')
    .map(([name, values]) => `${name.toLowerCase()}: ${values.join(' | ')}`)
    .sort()
    .join('\n');
}

const load: Operation = {
  name: 'kubeconfig.load',
  program: 'kubernetes',
  candidates: 3000,
  examples: kubeconfigExamples,
  generate: kubeconfigCase,
  async compare(given, { out }, comparison) {
    const input = { ...EMPTY, ...(expanded(given) as unknown as Case) };
    const theirs = expanded(out) as unknown as Loaded;
    const options = { env: input.env, files: filesOf(input.files, input.inPod) };
    let config: Kubeconfig;
    try {
      config = loadKubeconfig({ ...options, kubeconfig: input.flags.kubeconfig });
    } catch (error) {
      const { message } = error as KubeconfigError;
      comparison.field('load', loadProblems(theirs.loadError ?? ''), loadProblems(message));
      return;
    }
    comparison.field('load', theirs.loadError ?? '', '');
    compareMerged(theirs, config, comparison);
    let connection: ClusterConnection;
    try {
      connection = readKubeconfig({ ...options, overrides: input.flags });
    } catch (error) {
      const { message } = error as KubeconfigError;
      comparison.field('error', withoutPasswords(theirs.error ?? ''), message);
      return;
    }
    comparison.field('error', theirs.error ?? '', '');
    comparison.field('namespace', theirs.namespace, connection.namespace);
    if (theirs.config !== undefined) {
      await compareConnection(input, theirs.config, connection, comparison);
    }
  },
  kind(_, { out }) {
    const { loadError, error, config } = out as unknown as Loaded;
    const text =
      loadError?.replace(/"[^"]*"/g, '').slice(0, 60) ??
      error ??
      config?.useError ??
      Object.keys(config ?? {}).join();
    return text.replace(/"[^"]*"|\/@[^ ,\]]*|for [^ ]* |\d+/g, '');
  },
};

/** How kubectl reads kubeconfigs. */
export const loadOperations: readonly Operation[] = [load];
