import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { manifestOf, root } from '../../src/workspace.js';

/** The packages that the pending changesets release. */
const released = readdirSync(`${root}.changeset`)
  .filter((file) => file.endsWith('.md'))
  .map((file) => readFileSync(`${root}.changeset/${file}`, 'utf8'))
  .flatMap((text) => [...text.matchAll(/^['"]([^'"]+)['"]: (?:major|minor|patch)$/gm)])
  .map(([, name = '']) => name);

// Changesets knows nothing of it: the libraries are development dependencies of the command.
test('the command, which contains libraries, is released whenever one of them is', () => {
  const contained = Object.keys(manifestOf('cli').devDependencies ?? {});
  const changed = released.filter((name) => name.startsWith('@kubesem/'));
  if (changed.some((name) => contained.includes(name))) {
    expect(released).toContain('kubesem');
  }
});
