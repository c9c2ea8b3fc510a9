import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from './client.js';
import { builtProgram, programOptions, withCluster } from './cluster.js';
import { cacheFolder } from './program.js';

/** The folder of the cluster that `up` starts. There is one at a time. */
const folder = join(cacheFolder, 'running');

/** Starts a cluster that outlives this process. */
export async function up(): Promise<void> {
  if (runningPid() !== undefined) {
    throw new Error(`a cluster is running in ${folder}; stop it with \`npm run cluster -- down\``);
  }
  const child = spawn(builtProgram(), ['run', folder, programOptions({}, true)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let problem = '';
  child.stderr.on('data', (text) => {
    problem += text;
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', () => resolve());
    child.once('close', () => reject(new Error(`the cluster has ended\n${problem}`)));
  });
  console.log(`export KUBECONFIG=${join(folder, 'kubeconfig')}`);
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

/** Starts a cluster that ends with this process, prints its folder, and waits. */
export async function hold(): Promise<void> {
  await withCluster(async ({ folder }) => {
    console.log(folder);
    await new Promise(() => setInterval(() => {}, 1000));
  });
}

/** Stops the cluster that `up` has started. */
export async function down(): Promise<void> {
  const pid = runningPid();
  if (pid === undefined) {
    throw new Error('no cluster is running');
  }
  process.kill(pid, 'SIGTERM');
  await until('the end of the cluster', async () => !existsSync(folder));
}

/**
 * Runs kubectl against the cluster that `up` has started.
 *
 * @param args - arguments of kubectl
 */
export function kubectl(args: readonly string[]): void {
  const env = { ...process.env, KUBECONFIG: join(folder, 'kubeconfig') };
  const program = join(dirname(builtProgram()), 'kubectl');
  process.exitCode = spawnSync(program, args, { env, stdio: 'inherit' }).status ?? 1;
}

/** The process of the cluster, if it runs. After a crash, another process can have its number. */
function runningPid(): number | undefined {
  try {
    const pid = readFileSync(join(folder, 'pid'), 'utf8');
    const args = readFileSync(`/proc/${Number(pid)}/cmdline`, 'utf8').split('\0');
    return args.includes(folder) ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}
