import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

test('a cluster that has crashed is not stopped: its number can be that of another process', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'running-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(cache, { recursive: true });
  });
  const folder = join(cache, 'kubesem', 'cluster', 'running');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pid'), `${process.pid}`);
  const { down } = await import('../src/running.js');
  await expect(down()).rejects.toThrow('no cluster is running');
});
