// Runs the tests of the release, and reads the calls that they made.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../harness/json.js';
import { GO_ENVIRONMENT, prepareWorkspace, type Workspace } from './modules.js';

/** A call of a released function by a test of the release; upstream/record/record.go writes it. */
export interface RecordedCall {
  readonly op: string;
  readonly in?: Json;
  /** The result, or part of it. */
  readonly out?: Json;
  /** The class of the error, as in the answers of the oracle. */
  readonly err?: string;
  /** Why the operation cannot express the call, which then has neither `in` nor a result. */
  readonly skipped?: string;
  /** Whether the test had set a feature gate. */
  readonly gated?: boolean;
  readonly package: string;
  /** The test function; empty if another goroutine made the call. */
  readonly test: string;
}

/** What the tests of some packages did. */
export interface Recording {
  readonly calls: readonly RecordedCall[];
  /** Tests that failed here: some need more rights or other machines. Their calls count. */
  readonly failedTests: readonly string[];
}

/** Runs the tests of packages, unchanged. Throws if one of them does not build. */
export function recordCalls(packages: readonly string[]): Recording {
  const workspace = prepareWorkspace();
  const folders = new Set(packages.map(workspace.folderFor));
  const failedTests = [...folders].flatMap((folder) =>
    runTests(
      folder,
      packages.filter((name) => workspace.folderFor(name) === folder),
      workspace,
    ),
  );
  const files = readdirSync(workspace.calls);
  return { calls: files.flatMap((name) => readCalls(join(workspace.calls, name))), failedTests };
}

/** Runs the tests of packages that the module in a folder can build. Returns the names of those that fail. */
function runTests(
  folder: string,
  packages: readonly string[],
  { overlay, calls }: Workspace,
): string[] {
  const { stdout, status } = spawnSync(
    'go',
    ['test', '-vet=off', '-count=1', '-timeout=15m', `-overlay=${overlay}`, ...packages],
    {
      cwd: folder,
      env: { ...GO_ENVIRONMENT, KUBESEM_RECORD: calls },
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const broken = stdout.match(/^FAIL\t.*\[(build|setup) failed\]$/gm);
  if (broken !== null || status === null) {
    throw new Error(`the tests of the release did not run:\n${broken?.join('\n') ?? stdout}`);
  }
  return [...stdout.matchAll(/^--- FAIL: (\S+)/gm)].map(([, name]) => name as string);
}

function readCalls(file: string): RecordedCall[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedCall);
}
