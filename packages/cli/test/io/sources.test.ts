import { realpathSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSources, systemReason } from '../../src/io/sources.js';
import { folderOf, kubesem, podManifest, problemsIn } from '../support/run.js';

const STDIN = { name: '<stdin>', file: '<stdin>', bytes: 0, isFound: false };

describe('the sources of paths', () => {
  test('each file once, at its first place, however it is named', () => {
    const folder = folderOf({ 'a.yaml': 'a: 1' });
    const file = join(folder, 'a.yaml');
    const source = { name: file, file: realpathSync(file), bytes: 4, isFound: false };
    const link = join(folder, 'link.json');
    symlinkSync(file, link);
    expect(findSources([file, '-', file, link, folder, relative('', file)])).toEqual({
      sources: [source, STDIN],
      errors: [],
    });
    expect(findSources([]).sources).toEqual([STDIN]);
  });

  test('the manifests of a folder in the order of names, without hidden files and modules', () => {
    const folder = folderOf({
      'b/2.yml': '',
      'b/10.yaml': '',
      'a.json': '{}',
      'b/c/deep.yaml': '',
      'notes.txt': '',
      'a.yaml.bak': '',
      yaml: '',
      '.hidden/x.yaml': '',
      'node_modules/x/y.yaml': '',
      'b/package.json': '{}',
    });
    const { sources, errors } = findSources([join(folder, 'notes.txt'), folder]);
    const names = ['notes.txt', 'a.json', 'b/10.yaml', 'b/2.yml', 'b/c/deep.yaml'];
    expect(sources.map(({ name }) => name)).toEqual(names.map((name) => join(folder, name)));
    expect(errors).toEqual([]);
  });

  test('links to files, but not to folders', () => {
    const folder = folderOf({ 'a.txt': 'a: 1', 'b.yaml': 'b' });
    symlinkSync(join(folder, 'a.txt'), join(folder, 'link.yml'));
    symlinkSync(folder, join(folder, 'circle'));
    const found = findSources([folder]).sources;
    expect(found.map(({ bytes }) => bytes)).toEqual([1, 4]);
  });

  test('an error for a path that does not exist, and for a folder without manifests', () => {
    const folder = folderOf({ 'a.txt': 'x' });
    const { sources, errors } = findSources(['/no/such', folder]);
    expect(sources).toEqual([]);
    expect(errors.map((error) => error.split(': ')[0])).toEqual(['/no/such', folder]);
  });

  test('an error that names an empty path, and says what to do with a URL', () => {
    const [empty, url] = findSources(['', 'https://example.com/web.yaml']).errors;
    expect(empty).toMatch(/^'': /);
    expect(url).toContain('curl');
  });
});

test('links that lead nowhere, or to themselves, are errors, and the rest is read', async () => {
  const folder = folderOf({ 'a.yaml': podManifest('web') });
  symlinkSync(join(folder, 'gone'), join(folder, 'gone.yaml'));
  symlinkSync('self.yaml', join(folder, 'self.yaml'));
  const { status, stdout, stderr } = await kubesem(['inspect', folder]);
  expect(status).toBe(1);
  expect(stdout).toContain('web');
  expect(problemsIn(stderr)).toEqual(['error', 'error']);
  expect(stderr).toMatch(/gone\.yaml: .*\n.*self\.yaml: /);
});

describe('the reason of the system', () => {
  test.each(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'])(
    '%s is put into words, without the path',
    (code) => {
      const message = `${code}: system call, open '/a/path'`;
      const reason = systemReason(Object.assign(new Error(message), { code }));
      expect(reason).not.toContain('/a/path');
      expect(reason).not.toBe('');
    },
  );

  test('other errors keep their message', () => {
    expect(systemReason(Object.assign(new Error('EIO: disk'), { code: 'EIO' }))).toBe('EIO: disk');
    expect(systemReason(new Error('disk'))).toBe('disk');
  });
});
