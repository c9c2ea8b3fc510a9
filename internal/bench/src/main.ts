import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PODS } from './cluster.js';
import { documentText, targetTable } from './document.js';
import { type Effort, measureAll } from './run.js';
import { judge } from './targets.js';

const full: Effort = { rounds: 5, milliseconds: 300, podCount: PODS };
/** Shows that everything works; the figures mean nothing, and no document is written. */
const quick: Effort = { rounds: 1, milliseconds: 50, podCount: 3000 };

const isQuick = process.argv.includes('--quick');
if ((loadavg()[0] ?? 0) > 1) {
  process.stderr.write('Other work runs on this machine: the figures will be off\n');
}
const folder = mkdtempSync(join(tmpdir(), 'kubesem-bench-'));
try {
  const figures = await measureAll(folder, isQuick ? quick : full);
  const file = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));
  const text = documentText(figures);
  if (!isQuick) {
    writeFileSync(file, text);
  }
  console.log(isQuick ? text : targetTable(judge(figures)));
} finally {
  rmSync(folder, { recursive: true });
}
