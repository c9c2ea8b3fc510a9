import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCS, pages } from '../src/guide.js';
import { TOOLS } from '../src/tools.js';

test.each([...pages()])('docs/%s is up to date; otherwise, run `npm run reach`', (file, text) => {
  expect(readFileSync(DOCS + file, 'utf8')).toBe(text);
});

test('docs/migrate has a page for each tool, and no others', () => {
  const files = readdirSync(`${DOCS}migrate`).map((file) => `migrate/${file}`);
  expect(files.filter((file) => file !== 'migrate/index.md').sort()).toEqual(
    [...pages().keys()].filter((file) => file !== 'migrate.md').sort(),
  );
});

test('the pages name every tool, version and issue', () => {
  const text = [...pages().values()].join('\n');
  for (const { name, version, helpers } of TOOLS) {
    expect(text).toContain(name);
    expect(text).toContain(version);
    for (const { issue } of helpers.flatMap(({ changed }) => changed)) {
      expect(text).toContain(issue ?? name);
    }
  }
});
