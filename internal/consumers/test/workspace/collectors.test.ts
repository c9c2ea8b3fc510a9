import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root, typescriptFiles } from '../../src/workspace.js';

/** Where the command takes objects one by one, and what it does with them. All else reads the lists of a cluster. */
const TAKING: { readonly [start: string]: string } = {
  'commands/config': 'has a row for each, or gives them to a ClusterReader and an inspection',
  'commands/pods': 'has a row for each',
  'commands/select': 'has a row for each',
  io: 'gives them to a ClusterReader',
  shared: 'gives them to an inspection, or adds up what Pods request on nodes',
};
const SOURCES = 'packages/cli/src/';

test('objects of a cluster are collected by one reader, apart from the exceptions', () => {
  const starts = Object.keys(TAKING);
  const found = typescriptFiles('packages/cli/src')
    .filter((file) => /\bread(?:Manifests|Each)\(/.test(readFileSync(root + file, 'utf8')))
    .map((file) => starts.find((start) => file.startsWith(SOURCES + start)) ?? file);
  expect([...new Set(found)].sort()).toEqual(starts);
});
