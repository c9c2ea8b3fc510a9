import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../../src/workspace.js';

test('failures outside tests count, and the counts are the last line', () => {
  const args = ['node_modules/vitest/vitest.mjs', 'run'];
  const config = ['--config', 'internal/consumers/fixtures/vitest.config.ts'];
  const { stdout, status } = spawnSync(process.execPath, [...args, ...config], {
    cwd: root,
    encoding: 'utf8',
  });
  // One test, one hook, one file and one unhandled rejection fail.
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('3 passed, 4 failed');
  expect(status).toBe(1);
}, 60_000);
