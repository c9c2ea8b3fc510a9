import { readdirSync, readFileSync } from 'node:fs';
import type { CodeRow } from '@kubesem/core';
import { expect, test } from 'vitest';
import { root } from '../../src/workspace.js';

type Tables = { readonly [table: string]: { readonly [code: string]: CodeRow } };

const folders = readdirSync(`${root}packages`);
const files = folders.flatMap((folder) =>
  readdirSync(`${root}packages/${folder}/src`, { recursive: true, encoding: 'utf8' }).map(
    (file) => `${root}packages/${folder}/src/${file}`,
  ),
);
const entries = files.filter((file) => /packages\/[\w-]+\/src\/codes\.ts$/.test(file));

const rows = (
  await Promise.all(
    entries
      .filter((file) => !file.includes('/inspect/'))
      .map(async (file) => Object.values((await import(file)) as Tables)),
  )
)
  .flat()
  .flatMap((table) => Object.entries(table));

test('each code has one row in the whole family, so one meaning', () => {
  const codes = rows.map(([code]) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('each row is a sentence, with the function of Kubernetes and the page that say why', () => {
  for (const [code, { summary, severity, source, page }] of rows) {
    expect([code, summary]).toEqual([code, expect.stringMatching(/^[A-Z`].*\.$/i)]);
    expect(['error', 'warning']).toContain(severity);
    expect(source).not.toBe('');
    expect(page).toMatch(/^https:\/\/kubernetes\.io\//);
  }
});

test('the command has the rows of all packages', async () => {
  const { CODE_ROWS } = await import(`${root}packages/cli/src/commands/inspect/codes.ts`);
  const own = entries.find((file) => file.includes('/inspect/')) ?? '';
  const { CODES } = (await import(own)) as Tables;
  const all = new Set([...rows.map(([code]) => code), ...Object.keys(CODES ?? {})]);
  expect([...CODE_ROWS.keys()].sort()).toEqual([...all].sort());
});

test('each row has a finder', () => {
  const sources = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('/codes.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const written = new Set(sources.match(/\b[A-Z][A-Z_0-9]+\b/g));
  expect(rows.map(([code]) => code).filter((code) => !written.has(code))).toEqual([]);
});

test('rules import the tables as types alone, so a bundle of a rule has no texts', () => {
  const loading = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('/codes.ts'))
    .filter((file) => !file.includes('/packages/cli/'))
    .filter((file) => /^import (?!type)[^;]*\/codes(?:\.js)?';$/m.test(readFileSync(file, 'utf8')));
  expect(loading).toEqual([]);
});
