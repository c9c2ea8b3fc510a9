import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DIST } from './serve.mjs';
import { accessibilityProblems, describeSite } from './site.js';

/** One page of each kind. */
const PAGES = [
  '/',
  '/guides/',
  '/guides/pod-table',
  '/reference/',
  '/reference/resources/',
  '/reference/resources/podRequests',
  '/reference/quantity/Quantity',
  '/reference/resources/types-effective',
  '/reference/core/entry-kinds',
  '/reference/error-codes',
  '/command/',
  '/command/inspect',
  '/command/ci',
  '/migrate/',
  '/contributing/architecture',
  '/playground/',
  '/trust/conformance',
];

describeSite('pages', (site) => {
  it.each(PAGES)('%s has no accessibility problems in light and dark colors', async (path) => {
    for (const dark of [false, true]) {
      const page = await site.open(path, { dark });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });

  it.each(PAGES)('%s does not scroll sideways on a phone', async (path) => {
    const page = await site.open(path, { width: 360 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('the menu follows the reader from area to area, and is gone on the first page', async () => {
    const page = await site.open('/');
    const menu = page.locator('.VPSidebar');
    expect(await menu.count()).toBe(0);
    await page.locator('.VPNavBar').getByRole('link', { name: 'Reference' }).click();
    await menu.getByRole('link', { name: '@kubesem/resources', exact: true }).click();
    await menu.getByRole('link', { name: 'podRequests', exact: true }).click();
    await page.waitForURL(/\/podRequests$/);
    expect(await menu.locator('.is-active.is-link').last().innerText()).toBe('podRequests');
    await page.locator('.VPNavBarTitle a').click();
    await menu.waitFor({ state: 'detached' });
  });

  it('every page allows only what the site serves', () => {
    for (const file of htmlFiles()) {
      const html = readFileSync(DIST + file, 'utf8');
      expect(html, file).toContain(
        `http-equiv="Content-Security-Policy" content="default-src 'self';`,
      );
      expect(/script-src [^;"]*unsafe/.test(html), file).toBe(false);
    }
  });

  it('every page has its Markdown next to it', () => {
    const files = new Set(readdirSync(DIST, { recursive: true, encoding: 'utf8' }));
    const missing = htmlFiles().filter((file) => !files.has(file.replace(/html$/, 'md')));
    expect(missing).toEqual(['404.html']);
  });

  it('the Markdown of a page links to the Markdown of others', () => {
    const base = new URL(`${site.url()}/`).pathname;
    const files = new Set(readdirSync(DIST, { recursive: true, encoding: 'utf8' }));
    const missing = [...files]
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...withoutCode(readFileSync(DIST + file, 'utf8')).matchAll(/\]\((\/[^)#\s]*)/g)].map(
          ([, link = '']) => ({ file, link }),
        ),
      )
      .filter(({ link }) => !link.startsWith(base) || !files.has(link.slice(base.length)));
    expect(missing).toEqual([]);
  });

  it('output on the pages of commands has no colors, and commands have', () => {
    const html = readFileSync(`${DIST}command/pods.html`, 'utf8');
    const [line = ''] = /<span class="line">[^\n]*NAMESPACE {2}NAME[^\n]*<\/span>/.exec(html) ?? [];
    expect(line.match(/<span style=/g)).toHaveLength(1);
    const [command = ''] =
      /<span class="line">[^\n]*examples\/pods\.yaml[^\n]*<\/span>/.exec(html) ?? [];
    expect(command.match(/<span style=/g)?.length).toBeGreaterThan(2);
  });

  it('the copy button of a block with output copies its commands', async () => {
    const page = await site.open('/command/pods');
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.title = text;
      };
    });
    const block = page.locator('[class*=language-shell-output]').first();
    const [first = ''] = (await block.locator('code').innerText()).split('\n');
    await block.hover();
    await block.locator('button.copy').click();
    expect(`$ ${await page.title()}`).toBe(first);
  });

  it('guides read well without JavaScript: the example and its answer are in the page', () => {
    const html = readFileSync(`${DIST}guides/quota-bar.html`, 'utf8');
    const [, box = ''] = /<noscript[^>]*>([^]*?)<\/noscript>/.exec(html) ?? [];
    expect(box).toContain('kind: ResourceQuota');
    expect(box).toContain('3 of 5 new Pods are admitted.');
  });

  it('llms.txt lists pages that exist', () => {
    const text = readFileSync(`${DIST}llms.txt`, 'utf8');
    const links = [...text.matchAll(/\]\(([^)]*\.md)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(50);
    const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
    const base = new URL(site.url()).pathname.replace(/\/?$/, '/');
    expect(links.filter((link) => !files.includes(link.slice(base.length)))).toEqual([]);
  });
});

const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```$|`[^`\n]+`/gm, '');

const htmlFiles = (): string[] =>
  readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
