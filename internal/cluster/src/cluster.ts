import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Node } from '@kubesem/core';
import { ApiClient, type ApiFetch } from './client.js';
import { programFile } from './program.js';

/** What a cluster has. */
export interface ClusterOptions {
  /** Names of nodes, or Nodes with labels, taints and capacity; `node-a` and `node-b` by default. */
  readonly nodes?: readonly (string | Node)[];
  /** Further lines of the file of `--token-auth-file`, such as `token,user,uid,"group"`. */
  readonly tokens?: readonly string[];
  /** Further flags of the API server. */
  readonly apiServer?: readonly string[];
  /** Further flags of the controller manager. */
  readonly controllerManager?: readonly string[];
  /** Further flags of the scheduler. */
  readonly scheduler?: readonly string[];
}

/** A part of the control plane, and the kubelet of all nodes. */
export type Part = 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kubelet';

/** What a run of kubectl printed. */
export interface KubectlResult {
  /** Exit status; undefined if it took too long and was ended. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings of a run of kubectl. */
export interface KubectlOptions {
  /** Standard input. */
  readonly input?: string;
  /** Ends kubectl after this time; 60 seconds by default. */
  readonly timeoutMs?: number;
}

/** A client certificate and its key, each as PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** A running cluster. */
export interface Cluster {
  /** Folder of its files: keys, `ca.crt`, a log of each part. */
  readonly folder: string;
  /** File with the kubeconfig of the administrator. */
  readonly kubeconfig: string;
  /** Address of the API server. */
  readonly server: string;
  /** Sends a request to the API server, as the administrator unless the request has other credentials. */
  readonly fetch: ApiFetch;
  /** Reads and writes objects. */
  readonly api: ApiClient;
  /** Runs kubectl of the release, as the administrator. */
  readonly kubectl: (args: readonly string[], options?: KubectlOptions) => Promise<KubectlResult>;
  /** Issues a client certificate. One with a negative lifetime has expired. */
  readonly certificate: (
    user: string,
    options?: { readonly groups?: readonly string[]; readonly lifetime?: string },
  ) => Promise<ClientCertificate>;
  /** Ends a part at once; what etcd has is kept. */
  readonly stop: (part: Part) => Promise<void>;
  /** Starts a part again. */
  readonly start: (part: Part) => Promise<void>;
}

/** A cluster that its caller ends. */
export interface StartedCluster extends Cluster {
  /** Ends all processes and removes the folder. */
  readonly end: () => Promise<void>;
}

/**
 * Runs an action with a cluster of its own. The cluster ends with the action, and with this process, however that ends.
 *
 * @param action - what to do with the cluster
 * @param options - nodes and flags
 * @returns the result of the action
 * @throws Error if the control plane is not built, or does not start
 */
export async function withCluster<T>(
  action: (cluster: Cluster) => Promise<T>,
  options: ClusterOptions = {},
): Promise<T> {
  const cluster = await startCluster(options);
  try {
    return await action(cluster);
  } finally {
    await cluster.end();
  }
}

/** Whether {@link withCluster} can start a cluster on this machine. */
export function isBuilt(): boolean {
  return existsSync(programFile());
}

/**
 * Starts a cluster.
 *
 * @param options - nodes and flags
 * @returns the cluster, whose controllers run and whose nodes are ready
 * @throws Error if the control plane is not built, or does not start
 */
export async function startCluster(options: ClusterOptions = {}): Promise<StartedCluster> {
  const program = builtProgram();
  const folder = mkdtempSync(join(tmpdir(), 'kubesem-cluster-'));
  // The program ends with its standard input, so also if this process is killed.
  const child = spawn(program, ['run', folder, programOptions(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const answers = new Answers(child);
    const { kubeconfig } = await answers.next();
    return {
      ...connect(program, folder, String(kubeconfig)),
      stop: async (part) => void (await answers.ask(`stop ${part}`)),
      start: async (part) => void (await answers.ask(`start ${part}`)),
      end: async () => {
        child.stdin.end();
        await ended;
      },
    };
  } catch (error) {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Returns the file of the control plane.
 *
 * @returns the file, which exists
 * @throws Error if it is not built
 */
export function builtProgram(): string {
  const program = programFile();
  if (!existsSync(program)) {
    throw new Error('the control plane is not built; run `npm run cluster -- build`');
  }
  return program;
}

/**
 * Returns the options of the program.
 *
 * @param options - nodes and flags
 * @param detached - whether the cluster outlives this process
 * @returns the options as JSON
 */
export function programOptions(options: ClusterOptions, detached = false): string {
  const { nodes = ['node-a', 'node-b'], ...rest } = options;
  const named = nodes.map((node) =>
    typeof node === 'string' ? { metadata: { name: node } } : node,
  );
  return JSON.stringify({ ...rest, nodes: named, detached });
}

/**
 * Connects to a running cluster.
 *
 * @param program - file of the control plane
 * @param folder - folder of the cluster
 * @param kubeconfig - kubeconfig of the administrator
 * @returns what needs no connection to the program itself
 */
export function connect(
  program: string,
  folder: string,
  kubeconfig: string,
): Omit<Cluster, 'stop' | 'start'> {
  const written = readFileSync(kubeconfig, 'utf8');
  const [, server = ''] = /^ *server: (\S+)$/m.exec(written) ?? [];
  const [, token = ''] = /^ *token: (\S+)$/m.exec(written) ?? [];
  const ca = readFileSync(join(folder, 'ca.crt'), 'utf8');
  const api = new ApiClient(server, ca, token);
  const env = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfig, TZ: 'UTC' };
  return {
    folder,
    kubeconfig,
    server,
    api,
    fetch: api.fetch,
    kubectl: (args, options) => runKubectl(join(dirname(program), 'kubectl'), args, env, options),
    certificate: async (user, { groups = [], lifetime = '24h' } = {}) => {
      const { stdout } = await promisify(execFile)(program, [
        ...['certificate', folder, lifetime, user],
        ...groups,
      ]);
      const [certificate = '', key = ''] = stdout.split(/(?=-----BEGIN EC PRIVATE KEY)/);
      return { certificate, key };
    },
  };
}

async function runKubectl(
  kubectl: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { input = '', timeoutMs = 60_000 }: KubectlOptions = {},
): Promise<KubectlResult> {
  const child = spawn(kubectl, args, { env, timeout: timeoutMs, killSignal: 'SIGKILL' });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A kubectl that reads no input closes it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { status: status ?? undefined, stdout, stderr };
}

/** The answers of the program, one a line. */
class Answers {
  readonly #child: ChildProcess;
  readonly #waiting: ((line: string) => void)[] = [];
  readonly #failed: Promise<never>;

  constructor(child: ChildProcess) {
    this.#child = child;
    let problem = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      problem += chunk;
    });
    this.#failed = new Promise((_, reject) => {
      child.once('error', reject);
      child.once('close', () => reject(new Error(`the cluster has ended\n${problem}`)));
    });
    // It also ends when nobody waits for an answer.
    this.#failed.catch(() => {});
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      this.#waiting.shift()?.(line),
    );
  }

  /** Waits for the next answer. */
  async next(): Promise<{ readonly [key: string]: unknown }> {
    const line = new Promise<string>((resolve) => this.#waiting.push(resolve));
    const answer = JSON.parse(await Promise.race([line, this.#failed]));
    if (answer.error !== undefined) {
      throw new Error(answer.error);
    }
    return answer;
  }

  /** Sends a command, and waits for its answer. */
  ask(command: string): Promise<unknown> {
    const answer = this.next();
    this.#child.stdin?.write(`${command}\n`);
    return answer;
  }
}
