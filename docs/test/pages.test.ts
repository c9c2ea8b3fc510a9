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
  '/reference/resources/types-explain',
  '/reference/error-codes',
  '/command/',
  '/command/inspect',
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

  it('llms.txt lists pages that exist', () => {
    const text = readFileSync(`${DIST}llms.txt`, 'utf8');
    const links = [...text.matchAll(/\]\(([^)]*\.md)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(50);
    const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
    const base = new URL(site.url()).pathname.replace(/\/?$/, '/');
    expect(links.filter((link) => !files.includes(link.slice(base.length)))).toEqual([]);
  });
});

const htmlFiles = (): string[] =>
  readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
