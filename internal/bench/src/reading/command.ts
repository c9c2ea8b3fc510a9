import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Cost of reading a file. */
export interface ReadingCost {
  /** Time from start to end. */
  readonly milliseconds: number;
  /** Peak memory of the process, including its code. */
  readonly peakBytes: number;
}

const command = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

/**
 * Runs `kubesem` as from a shell.
 *
 * @param folder - folder of the files; the peak memory is written there
 * @param args - arguments, with names of files in the folder
 * @returns its cost; infinite if it fails
 */
export function runCommand(folder: string, args: readonly string[]): ReadingCost {
  const [preload, peak] = [join(folder, 'peak.cjs'), join(folder, 'peak.txt')];
  const memory = 'String(process.resourceUsage().maxRSS)';
  const write = `require('node:fs').writeFileSync(${JSON.stringify(peak)}, ${memory})`;
  writeFileSync(preload, `process.on('exit', () => ${write});\n`);
  const start = performance.now();
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--require', preload, command, ...args],
    // The generated Pods have mistakes, which are printed to standard error.
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: MAX_OUTPUT },
  );
  const milliseconds = performance.now() - start;
  if ((status !== 0 && status !== 1) || stdout === '') {
    // Out of memory, for example. The document shows ∞, which meets no target.
    console.error(`kubesem ${args.join(' ')} failed`);
    return { milliseconds: Number.POSITIVE_INFINITY, peakBytes: Number.POSITIVE_INFINITY };
  }
  return { milliseconds, peakBytes: Number(readFileSync(peak, 'utf8')) * 1024 };
}

const MAX_OUTPUT = 1 << 30;
