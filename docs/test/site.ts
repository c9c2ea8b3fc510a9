import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DIST, serve } from './serve.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');
const CHROMIUM = [
  process.env['CHROME_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => existsSync(file));

/** How to open a page. */
export interface Options {
  /** Dark colors instead of light ones. */
  readonly dark?: boolean;
  /** Width of the window in pixels; 1280 by default. */
  readonly width?: number;
}

/** The built site in a browser. */
export interface Site {
  /** Address of the site, without a slash at the end. */
  readonly url: () => string;
  /** Opens a path of the site, such as `/guides/`, and waits until its scripts run. */
  readonly open: (path: string, options?: Options) => Promise<Page>;
  /** Compressed bytes of the files that the server has sent, by their path below the base. */
  readonly sent: () => Map<string, number>;
  /** Problems of the open pages so far: errors of the console, requests to other hosts, failed requests. */
  readonly problems: string[];
}

/**
 * Groups tests of the built site. Each test fails if its pages log an error, violate the content security policy or
 * send a request to another host. Without a browser or an up-to-date site, the tests are skipped with the reason.
 *
 * @param name - what is tested
 * @param tests - declares the tests
 */
export function describeSite(name: string, tests: (site: Site) => void): void {
  const reason = whyNot();
  if (reason) {
    process.stderr.write(`Tests of the site, ${name}: skipped, because ${reason}\n`);
    describe(name, () => {
      it(`is not tested: ${reason}`, ({ skip }) => {
        expect(process.env['KUBESEM_SITE'], reason).not.toBe('required');
        skip(reason);
      });
    });
    return;
  }
  describe(name, () => {
    let browser: Browser;
    let server: Awaited<ReturnType<typeof serve>>;
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    beforeAll(async () => {
      server = await serve();
      browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser?.close();
      server?.close();
    });
    afterEach(async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      expect(problems.splice(0)).toEqual([]);
    });
    tests({
      url: () => server.url,
      sent: () => server.sent,
      problems,
      open: async (path, { dark = false, width = 1280 } = {}) => {
        const context = await browser.newContext({
          viewport: { width, height: 800 },
          colorScheme: dark ? 'dark' : 'light',
          reducedMotion: 'reduce',
        });
        contexts.push(context);
        const page = await context.newPage();
        watch(page, server.url, problems);
        await page.goto(server.url + path, { waitUntil: 'load' });
        await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
        return page;
      },
    });
  });
}

/**
 * Checks the accessibility of a page as it is now.
 *
 * @param page - an open page
 * @returns violated rules of WCAG and of good practice, with the elements
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await (
      window as unknown as { axe: typeof import('axe-core') }
    ).axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
    );
  });
}

/** Collects what a page must not do. Chromium logs violations of the policy as errors. */
function watch(page: Page, url: string, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => {
    problems.push(`error: ${error.message}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(?:data|blob):/.test(request.url())) {
      problems.push(`request: ${request.url()}`);
    }
  });
}

/** Returns why the site cannot be tested here. */
function whyNot(): string | undefined {
  if (!CHROMIUM) {
    return 'no Chromium found; install it or set CHROME_PATH';
  }
  if (!existsSync(`${DIST}index.html`)) {
    return 'the site is not built; run npm run docs';
  }
  const built = statSync(`${DIST}index.html`).mtimeMs;
  const newer = sources().find((file) => statSync(root + file).mtimeMs > built);
  return newer ? `${newer} is newer than the built site; run npm run docs` : undefined;
}

/** Lists the files that the site is built from. */
function sources(): string[] {
  const folders = ['packages', 'internal']
    .flatMap((place) => readdirSync(root + place).map((name) => `${place}/${name}/src`))
    .filter((folder) => existsSync(root + folder));
  return ['docs', ...folders].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          !/node_modules|\.vitepress\/(?:dist|cache)|^(?:test|measure|reference|command)\/|\.test\.ts$/.test(
            file,
          ),
      )
      .map((file) => `${folder}/${file}`)
      .filter((file) => statSync(root + file).isFile()),
  );
}
