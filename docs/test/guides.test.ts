import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Box } from '../live-box/box.js';
import { answerTo } from './answer.js';
import { describeSite } from './site.js';

const GUIDES = new URL('../guides/', import.meta.url);
const guides = readdirSync(GUIDES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const text = readFileSync(new URL(`${name}/index.md`, GUIDES), 'utf8');
    const [, fields = ''] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
    return { name, text, ...(parse(fields) as { order: number }) };
  })
  .sort((a, b) => a.order - b.order);
const names = guides.map(({ name }) => name);

const boxOf = async (name: string): Promise<Box> =>
  ((await import(`../guides/${name}/box.ts`)) as { box: Box }).box;

describe('the guides', () => {
  it('start with the tasks of the first day', () => {
    expect(names.slice(0, 4)).toEqual([
      'getting-started',
      'pod-table',
      'pod-not-ready',
      'node-page',
    ]);
  });

  it('are all in the overview', () => {
    const overview = readFileSync(new URL('index.md', GUIDES), 'utf8');
    const linked = [...overview.matchAll(/\]\((?<folder>[\w-]+)\/index\.md\)/g)];
    expect(linked.map(({ groups }) => groups?.['folder']).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s has a page, a box and a test', (name) => {
    expect(readdirSync(new URL(name, GUIDES))).toEqual(
      expect.arrayContaining(['box.ts', 'guide.test.ts', 'index.md']),
    );
  });

  it.each(guides)('$name has a live box, arguments and links', ({ name, text }) => {
    expect(text).toContain(`<LiveBox name="${name}" />`);
    if (name !== 'getting-started') {
      expect(text).toContain('## What goes wrong otherwise');
      expect(text).toMatch(/^- Command: /m);
      expect(text).toMatch(/^- Reference: /m);
      expect(text).toMatch(/^- Kubernetes:\s+\[[^\]]+\]\(https:\/\/kubernetes\.io\/docs\//m);
    }
  });
});

describe('the live boxes', () => {
  const nonsense = [
    '',
    '{',
    'a: [1, 2',
    'kind: Pod\napiVersion: v1\nspec: 3\nstatus: []',
    '\0',
    '- 1',
  ];

  it.each(names)('%s answers nonsense with a message', async (name) => {
    const box = await boxOf(name);
    for (const text of nonsense) {
      for (const value of ['', '-1', 'x', '1e99', '__proto__']) {
        const values = Object.fromEntries((box.fields ?? []).map((field) => [field.name, value]));
        let message = 'none';
        try {
          answerTo(box, text, values);
        } catch (error) {
          message = (error as Error).message;
          expect(error, `${name} ${text} ${value}`).not.toBeInstanceOf(TypeError);
        }
        expect(message, `${name} ${text} ${value}`).toMatch(/\w/);
      }
    }
  });
});

describeSite('the guides', (site) => {
  it.each(names)('%s computes its answer in the browser', async (name) => {
    const page = await site.open(`/guides/${name}`);
    const box = page.getByRole('region', { name: 'Try it' });
    await box.scrollIntoViewIfNeeded();
    await box.locator('.answer').waitFor();
    expect(await box.locator('.answer').innerText()).toMatch(/\w/);
    expect(await box.locator('.shown > .bad').allInnerTexts()).not.toContain('');
  });

  it('a change of the input changes the answer, and Reset brings it back', async () => {
    const page = await site.open('/guides/getting-started');
    const box = page.getByRole('region', { name: 'Try it' });
    await box.scrollIntoViewIfNeeded();
    const input = box.getByLabel('Pod in YAML or JSON');
    await input.fill((await input.inputValue()).replace('700m', '900m'));
    await box.getByRole('cell', { name: '1', exact: true }).waitFor();
    await input.fill('a: [1');
    await box.getByText('Add an object with "kind: Pod" to the text.').waitFor();
    await box.getByRole('button', { name: 'Reset' }).click();
    await box.getByRole('cell', { name: '800m', exact: true }).waitFor();
  });

  it('a keyboard reaches and leaves the input', async () => {
    const page = await site.open('/guides/quota-bar');
    const box = page.getByRole('region', { name: 'Try it' });
    await box.scrollIntoViewIfNeeded();
    await box.getByLabel('Quotas in YAML or JSON').focus();
    const reached: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => {
          const { activeElement } = document;
          const label = document.querySelector(`label[for="${activeElement?.id}"]`);
          return label?.textContent ?? activeElement?.textContent ?? '';
        }),
      );
    }
    expect(reached).toEqual(['New Pods', 'CPU request of each', 'Reset']);
  });

  it('a phone needs no sideways scrolling', async () => {
    for (const name of names) {
      const page = await site.open(`/guides/${name}`, { width: 390 });
      const box = page.getByRole('region', { name: 'Try it' });
      await box.scrollIntoViewIfNeeded();
      await box.locator('.answer').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
    }
  });
});
