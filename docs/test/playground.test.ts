import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { decodeLink } from '../playground/link.js';
import { writeDump } from './inputs.mjs';
import { describeSite, type Options, type Site } from './site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The tabs: a folder each. */
const AREAS = readdirSync(new URL('../../internal/panels/src/areas/', import.meta.url), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Opens the playground and waits for its first answer. */
async function openPlayground(site: Site, fragment = '', options: Options = {}): Promise<Page> {
  const page = await site.open(`/playground/${fragment}`, options);
  await page.locator('.pg[data-state=ready] [role=tab]').first().waitFor();
  return page;
}

async function chooseExample(page: Page, area: string): Promise<void> {
  await page.locator('#pg-example').selectOption(`${area} 0`);
  await page.locator(`#pg-tab-${area}[aria-selected=true]`).waitFor();
  await page.locator('#pg-panel section').waitFor();
}

/** Replaces the text of the editor, as pasting does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.locator('.cm-content').evaluate((content, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    content.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const panel = (page: Page) => page.locator('#pg-panel');
const notice = (page: Page) => page.locator('.pg-notices');
/** The fragment of the address, once it has a case. */
async function fragmentOf(page: Page, part: (text: string) => boolean): Promise<string> {
  await expect
    .poll(async () => {
      const shared = await decodeLink(new URL(page.url()).hash);
      return shared !== undefined && part(shared.text);
    })
    .toBe(true);
  return new URL(page.url()).hash;
}

/** A Pod with a variable from a Secret, and the Secret. */
const POD_WITH_SECRET = `apiVersion: v1
kind: Pod
metadata: { name: web, annotations: { note: "${'x'.repeat(9000)}" } }
spec:
  containers:
    - name: app
      image: a:1
      env: [{ name: P, valueFrom: { secretKeyRef: { name: s, key: p } } }]
---
apiVersion: v1
kind: Secret
metadata: { name: s }
stringData: { p: correct-horse }
---
`;

describeSite('the playground', (site) => {
  it.each(AREAS)('shows the example of the tab %s without accessibility problems', async (area) => {
    for (const dark of [false, true]) {
      const page = await openPlayground(site, '', { dark });
      await chooseExample(page, area);
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
        const found = await checker.run('.pg');
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(violations).toEqual([]);
    }
  });

  it('answers while one types, and says why', async () => {
    const page = await openPlayground(site);
    await expect.poll(() => panel(page).innerText()).toContain('800m');
    await paste(
      page,
      'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: "a:1", resources: { requests: { cpu: 250m } } }] }\n',
    );
    const value = panel(page).getByRole('button', { name: '250m', exact: true });
    await value.click();
    const why = page.getByRole('dialog', { name: 'cpu request' });
    await expect.poll(() => why.innerText()).toContain('k8s.io/component-helpers/resource');
    expect(await why.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toContain(
      'https://kubernetes.io/docs/',
    );
  });

  it.each(AREAS)('an answer of the tab %s shows rule, function and documentation', async (area) => {
    const page = await openPlayground(site);
    await chooseExample(page, area);
    const answers = panel(page).locator('.ks-why');
    const seen = Math.min(await answers.count(), 6);
    expect(seen).toBeGreaterThan(0);
    for (let index = 0; index < seen; index += 1) {
      const answer = answers.nth(index);
      await answer.click();
      const why = page.locator('.ks-bubble:popover-open');
      expect(await why.locator('.ks-bubble-text').innerText()).toMatch(/[A-Za-z]{3}.*[.:]/);
      expect(await why.locator('.ks-bubble-source').innerText()).toMatch(
        /^(?:Kubernetes 1\.\d+\.\d+: k8s\.io|Source: (?:github\.com|kubesem))\//,
      );
      expect(await why.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toMatch(
        /^https:\/\/kubernetes\.io\/docs\//,
      );
      await page.keyboard.press('Escape');
    }
  });

  it.each(['problems', 'names'])('codes of the tab %s lead to their meaning', async (area) => {
    const page = await openPlayground(site);
    await chooseExample(page, area);
    const links = new Set<string>();
    for (const answer of await panel(page).locator('.ks-why').all()) {
      await answer.click();
      await page.locator('.ks-bubble:popover-open .ks-bubble-text').waitFor();
      const link = page.locator('.ks-bubble:popover-open .ks-code-link');
      if ((await link.count()) > 0) {
        links.add((await link.getAttribute('href')) ?? '');
      }
      await page.keyboard.press('Escape');
    }
    expect(links.size).toBeGreaterThan(1);
    const table = await site.open('/reference/error-codes');
    for (const link of links) {
      const { hash } = new URL(link, site.url());
      expect(await table.locator(`td:has(> ${hash})`).count(), link).toBe(1);
    }
  });

  it('marks the problems of a broken manifest, and still shows the others', async () => {
    const page = await openPlayground(site);
    await paste(
      page,
      'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: app, resources: { requests: { memory: 400m } } }] }\n---\nkind: "Pod\n',
    );
    await page.getByRole('tab', { name: /^Problems/ }).click();
    await expect.poll(() => panel(page).innerText()).toContain('did you mean 400Mi?');
    await page.locator('.cm-lint-marker-error').first().waitFor();
    await page.locator('.cm-lint-marker-warning').first().waitFor();
    await panel(page)
      .getByRole('button', { name: /line 4$/ })
      .first()
      .click();
    expect(await page.locator('.cm-activeLine').innerText()).toContain('400m');
  });

  it('shares a case by its link', async () => {
    const page = await openPlayground(site);
    await chooseExample(page, 'disruption');
    await page.getByRole('checkbox', { name: 'all nodes at once' }).check();
    const hash = await fragmentOf(page, (text) => text.includes('minAvailable'));
    await expect
      .poll(async () => (await decodeLink(new URL(page.url()).hash))?.options)
      .toEqual({ parallel: true });
    expect(hash).not.toBe('');
    const other = await openPlayground(site, new URL(page.url()).hash);
    await other.locator('#pg-tab-disruption[aria-selected=true]').waitFor();
    await expect
      .poll(() => other.getByRole('checkbox', { name: 'all nodes at once' }).isChecked())
      .toBe(true);
  });

  it('says that a link is cut off, and goes on', async () => {
    const page = await openPlayground(site);
    const hash = await fragmentOf(page, (text) => text.includes('mesh'));
    const other = await openPlayground(site, hash.slice(0, hash.length / 2));
    await expect.poll(() => notice(other).innerText()).toContain('cut off or damaged');
    await expect.poll(() => panel(other).innerText()).toContain('800m');
  });

  it('never shows or shares values of Secrets', async () => {
    const page = await openPlayground(site);
    await chooseExample(page, 'environment');
    await expect
      .poll(() => notice(page).innerText())
      .toContain('Links leave out the values of a Secret');
    const hash = await fragmentOf(page, (text) => text.includes('DATABASE_HOST'));
    expect((await decodeLink(hash))?.text).toContain('***');
    expect((await decodeLink(hash))?.text).not.toContain('correct-horse');
    for (const area of await page.getByRole('tab').all()) {
      await area.click();
      expect(await panel(page).innerHTML()).not.toContain('correct-horse');
    }
  });

  it.each([
    ['garbage', '\u0001\u0002 }{ ]['],
    ['prose', 'Dear all,\n\tplease find attached: {'],
    ['nothing', ' '],
  ])('goes on after %s', async (_, text) => {
    const page = await openPlayground(site);
    await paste(page, text);
    await expect.poll(() => page.getByRole('tab', { name: /^Pods/ }).count()).toBe(0);
    await chooseExample(page, 'pods');
    await expect.poll(() => panel(page).innerText()).toContain('800m');
  });

  it('reads a text that is too long for the editor as a file', async () => {
    const page = await openPlayground(site);
    await paste(
      page,
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: ${'x'.repeat(2_100_000)} }\n`,
    );
    await expect.poll(() => notice(page).innerText()).toContain('too long for the editor');
    await expect.poll(() => page.locator('.pg-dump').innerText()).toContain('1 object.');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.locator('.cm-content').waitFor();
  });

  it.each([
    ['one document that is too large', 'data:\n', '  key: value\n', /exceeds the limit/],
    ['many documents', '', POD_WITH_SECRET, /Pod/],
  ])(
    'reads 50 MB of pasted YAML: %s',
    async (_, start, repeated, shown) => {
      const page = await openPlayground(site);
      await page.locator('.cm-content').click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.locator('.cm-content').evaluate(
        (content, [head, part]) => {
          const clipboardData = new DataTransfer();
          const text = head + part.repeat(50_000_000 / part.length);
          clipboardData.setData('text/plain', text);
          content.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        },
        [start, repeated] as const,
      );
      await expect.poll(() => notice(page).innerText()).toContain('too long for the editor');
      await expect
        .poll(() => page.locator('.pg-dump').innerText(), { timeout: 200_000 })
        .toMatch(/^[\d,]+ objects?\.$/m);
      await page.locator('.pg[data-state=ready]').waitFor({ timeout: 200_000 });
      await page.getByRole('tab').first().waitFor({ timeout: 60_000 });
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click({ timeout: 60_000 });
        expect(await panel(page).innerHTML()).not.toContain('correct-horse');
      }
      await expect.poll(() => page.locator('.pg-output').innerText()).toMatch(shown);
      // The page goes on: nothing of the text is in the address, and an example replaces it.
      expect(new URL(page.url()).hash.length).toBeLessThan(5000);
      await chooseExample(page, 'pods');
      await expect.poll(() => panel(page).innerText()).toContain('800m');
    },
    600_000,
  );

  it('reads a dump of 100 MB, shows its progress and can be cancelled', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kubesem-'));
    const file = join(folder, 'dump.json');
    try {
      await writeDump(file, 150_000);
      const page = await openPlayground(site);
      await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('progress').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => panel(page).innerText()).toContain('800m');
      await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('progress').waitFor();
      // The page answers while the worker reads.
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expect.poll(() => notice(page).innerText()).toContain('too large for a link');
      await expect
        .poll(() => page.locator('.pg-dump').innerText(), { timeout: 300_000 })
        .toContain('150,001 objects');
      // The objects are counted first, then the answers are computed.
      await page.getByRole('tab', { name: 'Nodes 1' }).click({ timeout: 200_000 });
      await expect.poll(() => panel(page).innerText(), { timeout: 60_000 }).toContain('150000');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 600_000);

  it('works with the keyboard only', async () => {
    const page = await openPlayground(site);
    await page.locator('#pg-tab-pods').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('pg-tab-images');
    await page.locator('#pg-tab-images[aria-selected=true]').waitFor();
    await page.keyboard.press('Home');
    await page.locator('#pg-tab-pods[aria-selected=true]').waitFor();
    const value = panel(page).getByRole('button', { name: '800m', exact: true });
    await value.focus();
    await page.keyboard.press('Enter');
    const why = page.getByRole('dialog', { name: 'cpu request' });
    await why.waitFor();
    await page.keyboard.press('Escape');
    await why.waitFor({ state: 'hidden' });
    // Tab leaves the editor.
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.cm-editor'))).toBeNull();
  });

  it('fits on a phone', async () => {
    const page = await openPlayground(site, '', { width: 360 });
    for (const area of AREAS) {
      await chooseExample(page, area);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([area, width]).toEqual([area, 360]);
    }
  });

  it('works without a network once it is loaded', async () => {
    const page = await openPlayground(site);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(2500);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    for (const area of AREAS) {
      await chooseExample(page, area);
    }
    // The icon of the page, which Chromium requests again when the address changes.
    const others = site.problems
      .splice(0)
      .filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'));
    expect(others).toEqual([]);
  });

  it('saves diagrams and answers', async () => {
    const page = await openPlayground(site);
    for (const [name, file] of [
      ['Save cpu request by phase as SVG', 'cpu-request-by-phase.svg'],
      ['Save cpu request by phase as PNG', 'cpu-request-by-phase.png'],
      ['Export JSON', 'pods.json'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe(file);
      expect(readFileSync(await saved.path()).length).toBeGreaterThan(500);
    }
  });
});
