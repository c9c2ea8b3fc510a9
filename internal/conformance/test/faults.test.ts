import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder, rootFolder } from '../src/harness/paths.js';
import { operations } from '../src/operations.js';

interface Fault {
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
  readonly operation: string;
}

const faults: readonly Fault[] = JSON.parse(
  readFileSync(join(packageFolder, 'faults.json'), 'utf8'),
);

// `npm run conformance:faults` plants them.
test.each(faults)('$file has the text of the planted fault once: $text', (fault) => {
  const source = readFileSync(join(rootFolder, fault.file), 'utf8');
  expect(source.split(fault.text)).toHaveLength(2);
  expect(fault.replacement).not.toBe(fault.text);
  expect(operations.map(({ name }) => name)).toContain(fault.operation);
});
