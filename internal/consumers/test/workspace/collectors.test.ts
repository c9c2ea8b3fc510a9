import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { expect, test } from 'vitest';
import { root, typescriptFiles } from '../../src/workspace.js';

/** Folders of the command that take objects one by one, and what they do with them. All others read lists of a cluster. */
const TAKES: { readonly [folder: string]: string } = {
  io: 'gives them to a ClusterReader',
  shared: 'gives them to an inspection, or adds up what Pods request on nodes',
  'commands/config/diff': 'gives them to a ClusterReader and an inspection',
  'commands/config/hash': 'has a row for each',
  'commands/env': 'gives them to a ClusterReader and an inspection',
  'commands/pods': 'has a row for each',
  'commands/select': 'has a row for each',
};
const SOURCES = 'packages/cli/src';

test('objects of a cluster are collected by one reader, apart from the exceptions', () => {
  const taking = typescriptFiles(SOURCES)
    .filter((file) => /\breadManifests\(/.test(readFileSync(root + file, 'utf8')))
    .map((file) => dirname(file.slice(SOURCES.length + 1)));
  expect([...new Set(taking)].sort()).toEqual(Object.keys(TAKES).sort());
});
