import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { clusterPods } from '../cluster/cluster.js';

/** Number of Pods in the table. */
export const PAGE_PODS = 2000;

/** What a page of Chromium measures. */
export interface PageCost {
  /** Version of Chromium. */
  readonly version: string;
  /** Milliseconds for the texts of all cells. */
  readonly texts: number;
  /** Milliseconds for these, the elements of the table and a frame that shows it; rows out of sight have no layout. */
  readonly table: number;
  /** The same for an ordinary table, in which the browser lays out all rows. */
  readonly plainTable: number;
}

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];
const TIMEOUT_MILLISECONDS = 120_000;

function versionOf(program: string): string | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : undefined;
}

function pageText(): string {
  const pods = JSON.stringify([...clusterPods(PAGE_PODS)]).replace(/</g, '\\u003c');
  const code = readFileSync(new URL('page.js', import.meta.url), 'utf8');
  return (
    `<!doctype html><meta charset="utf-8"><body><script id="pods" type="application/json">${pods}</script>` +
    `<script>${code}</script></body>`
  );
}

/** Serves the page until it sends its result. */
function result(server: Server): Promise<Omit<PageCost, 'version'>> {
  const page = pageText();
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the page sent no result')), TIMEOUT_MILLISECONDS).unref();
    server.on('request', (request: IncomingMessage, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(request.url === '/' ? page : '');
      if (request.method === 'POST') {
        text(request)
          .then((body) => resolve(JSON.parse(body)))
          .catch(reject);
      }
    });
  });
}

/** Ends a browser, which still writes its profile for a moment. */
function ended(browser: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    browser.on('exit', resolve);
    if (!browser.kill()) {
      resolve(undefined); // It has ended before.
    }
  });
}

/**
 * Measures how long a page takes to show Pods in a table.
 *
 * @param folder - folder for the profile of the browser
 * @returns its cost; undefined if there is no Chromium
 */
export async function measurePage(folder: string): Promise<PageCost | undefined> {
  const program = PROGRAMS.find((each) => versionOf(each) !== undefined);
  if (program === undefined) {
    return undefined;
  }
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1280,800'];
  const profile = `--user-data-dir=${join(folder, 'chromium')}`;
  const address = `http://127.0.0.1:${port}/`;
  const browser = spawn(program, [...flags, profile, address], { stdio: 'ignore' });
  try {
    return { version: versionOf(program) as string, ...(await result(server)) };
  } finally {
    await ended(browser);
    server.close();
    server.closeAllConnections();
  }
}
