import { spawn, spawnSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import { MAX_TEXT_BYTES, readSources, readTextFile, wholeText } from '../../src/io/read.js';
import { fileSource, InputError } from '../../src/io/sources.js';
import type { Output, Terminal } from '../../src/io/terminal.js';
import {
  filesOf,
  folderOf,
  json,
  kubesem,
  podManifest,
  problemsIn,
  stream,
} from '../support/run.js';

const output: Output = { write: () => {}, colors: pc.createColors(false), isTerminal: false };

/** A terminal with these chunks on standard input. */
function withStdin(...chunks: readonly Uint8Array[]): Terminal {
  return { stdin: stream(chunks), stdout: output, stderr: output };
}

describe('sources are read one after the other', () => {
  test('and those that cannot be read are errors', async () => {
    const path = filesOf({ 'a.yaml': 'a', 'bytes.yaml': Uint8Array.of(0x61, 0), 'c.yaml': 'c' });
    const names = ['a.yaml', 'bytes.yaml', 'gone.yaml', 'c.yaml'];
    const read: string[] = [];
    const errors = await readSources(
      names.map(path).map(fileSource),
      withStdin(),
      async (source) => {
        read.push(await wholeText(source));
      },
    );
    expect(read).toEqual(['a', 'c']);
    expect(errors.map((error) => error.split(': ')[0])).toEqual([
      path('bytes.yaml'),
      path('gone.yaml'),
    ]);
  });

  test('an error of the program is thrown', async () => {
    const failure = new Error('bug');
    const reading = readSources([fileSource('-')], withStdin(), () => Promise.reject(failure));
    await expect(reading).rejects.toBe(failure);
  });
});

describe('a whole text', () => {
  test('has no byte order mark', async () => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const bytes = Buffer.from('\ufeffaé\ufeff😀', encoding);
      const terminal = withStdin(bytes.subarray(0, 3), bytes.subarray(3));
      expect((await readTextFile('-', terminal)).text).toBe('aé\ufeff😀');
    }
  });

  test('of a folder is not a file', async () => {
    await expect(readTextFile(folderOf({}), withStdin())).rejects.toBeInstanceOf(InputError);
  });

  test('of a pipe is given up as soon as it is too large', async () => {
    const chunk = Buffer.alloc(MAX_TEXT_BYTES / 4, 'a');
    let asked = 0;
    async function* stdin() {
      for (; asked < 6; asked++) {
        yield chunk;
      }
    }
    const terminal: Terminal = { ...withStdin(), stdin: stdin() };
    await expect(readTextFile('-', terminal)).rejects.toBeInstanceOf(InputError);
    expect(asked).toBe(4);
  });

  test.each([
    ['image', 'busybox', '--credentials'],
    ['apf', 'simulate'],
  ])('of a file is not read at all if it is too large: %s %s', async (...args) => {
    const file = join(folderOf({ 'huge.yaml': '' }), 'huge.yaml');
    truncateSync(file, 2 ** 40);
    const { status, stderr } = await kubesem([...args, file]);
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual(['error']);
  });
});

test('inspect reads a file once, whatever it is used for', async () => {
  const secret = `apiVersion: v1
kind: Secret
metadata: { name: regcred }
type: kubernetes.io/dockerconfigjson
stringData: { .dockerconfigjson: '{"auths":{"example.com":{"username":"anna"}}}' }
`;
  const service =
    'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { clusterIP: None }\n';
  const manifest = [secret, service, podManifest('web')].join('---\n');
  const folder = folderOf({ 'a.yaml': manifest });
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', join(folder, 'a.yaml'), pipe]);
  // A second reader would wait for a second writer.
  const { status, output: report } = await json(['inspect', '--dns', '--credentials', pipe, pipe]);
  writer.kill();
  expect(status).toBe(0);
  expect(report.objects.map(({ name }: { name: string }) => name)).toEqual(['web']);
  expect(report.dnsNames).toHaveLength(2);
});
