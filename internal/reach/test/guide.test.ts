import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUIDE_FILE, guide } from '../src/guide.js';
import { TOOLS } from '../src/tools.js';

test('docs/migrate.md is up to date; otherwise, run `npm run reach`', () => {
  expect(readFileSync(GUIDE_FILE, 'utf8')).toBe(guide());
});

test('the guide names every tool, version and issue', () => {
  const text = guide();
  for (const { name, version, helpers } of TOOLS) {
    expect(text).toContain(name);
    expect(text).toContain(version);
    for (const { issue } of helpers.flatMap(({ changed }) => changed)) {
      expect(text).toContain(issue ?? name);
    }
  }
});
