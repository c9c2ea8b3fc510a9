import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clusterPods } from '../cluster/cluster.js';

/** Number of Pods in the table. */
export const PAGE_PODS = 2000;

/** What a page of Chromium measures. */
export interface PageCost {
  /** Version of Chromium. */
  readonly version: string;
  /** Milliseconds for the texts of all cells. */
  readonly texts: number;
  /** Milliseconds for these, the elements of the table and its layout. */
  readonly table: number;
}

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];
const TIMEOUT_MILLISECONDS = 120_000;

function run(program: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MILLISECONDS,
  });
  return status === 0 ? stdout : undefined;
}

/**
 * Measures how long a page takes to show Pods in a table.
 *
 * @param folder - folder for the page
 * @returns its cost; undefined if there is no Chromium
 */
export function measurePage(folder: string): PageCost | undefined {
  const program = PROGRAMS.find((each) => run(each, '--version') !== undefined);
  if (program === undefined) {
    return undefined;
  }
  const pods = JSON.stringify([...clusterPods(PAGE_PODS)]).replace(/</g, '\\u003c');
  const code = readFileSync(new URL('page.js', import.meta.url), 'utf8');
  const page = join(folder, 'page.html');
  writeFileSync(
    page,
    `<!doctype html><title></title><body><script id="pods" type="application/json">${pods}</script>` +
      `<script>${code}</script></body>`,
  );
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom'];
  const title = /<title>([0-9.]+) ([0-9.]+)</.exec(
    run(program, ...flags, pathToFileURL(page).href) ?? '',
  );
  if (title === null) {
    throw new Error(`${program} did not run the page ${page}`);
  }
  const version = run(program, '--version')?.trim() ?? '';
  return { version, texts: Number(title[1]), table: Number(title[2]) };
}
