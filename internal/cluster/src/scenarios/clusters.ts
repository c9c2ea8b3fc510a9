import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../client.js';
import type { Scenario } from '../conformance/scenario.js';
import { packageFolder } from '../program.js';

/** How long a cluster may take until it is ready. */
const READY_MS = 20_000;

/** The cluster itself: it is ready in time, keeps its objects over a restart, and ends with the process that started it. */
export const clusters: Scenario = {
  name: 'clusters',
  about:
    'a cluster is ready within 20 s, keeps its objects over a restart, and ends with a killed process',
  async run(cluster, found) {
    const started = Date.now();
    const holder = spawn(process.execPath, [join(packageFolder, 'run.mjs'), 'hold'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const folder = await new Promise<string>((resolve, reject) => {
      createInterface({ input: holder.stdout }).once('line', resolve);
      holder.once('close', () => reject(new Error('no cluster was started')));
    });
    found.equal('a cluster is ready in time', true, Date.now() - started < READY_MS);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    holder.kill('SIGKILL');
    await until('the end of the cluster', async () => !existsSync(folder) && !isRunning(pid));
    found.equal('a killed process leaves no folder and no process', true, true);

    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } };
    await cluster.api.create(object);
    await cluster.stop('kube-apiserver');
    await cluster.start('kube-apiserver');
    const { metadata } = await cluster.api.read(object);
    found.equal('an object after a restart of the API server', 'kept', metadata.name);
  },
};

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
