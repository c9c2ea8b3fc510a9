import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PODS } from './cluster/cluster.js';
import { documentText } from './document/document.js';
import { targetTable } from './document/tables.js';
import { judge } from './document/targets.js';
import { type Effort, measureAll } from './run.js';

const FULL: Effort = {
  rounds: 5,
  milliseconds: 300,
  podCount: PODS,
  servers: { pairs: 7, seconds: 5 },
};
const QUICK: Effort = {
  rounds: 1,
  milliseconds: 50,
  podCount: 3000,
  servers: { pairs: 1, seconds: 1 },
};

/**
 * Measures everything, writes `docs/performance.md` and prints the targets.
 *
 * @param isQuick - whether to only try everything: prints the document with meaningless figures and does not write it
 */
export async function runBenchmark(isQuick: boolean): Promise<void> {
  if ((loadavg()[0] ?? 0) > 1) {
    process.stderr.write(
      'Warning: other programs are using the processor; the figures will be wrong\n',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'kubesem-bench-'));
  try {
    const figures = await measureAll(folder, isQuick ? QUICK : FULL);
    const text = documentText(figures);
    if (isQuick) {
      console.log(text);
      return;
    }
    writeFileSync(fileURLToPath(new URL('../../../docs/performance.md', import.meta.url)), text);
    console.log(targetTable(judge(figures)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
