import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTextFile } from '../src/cluster-input.js';
import { findSources, InputError, openSource, readSource, reason } from '../src/inputs.js';
import type { Terminal } from '../src/terminal.js';
import { folderOf, kubesem, podManifest } from './terminal.js';

/** A terminal with these chunks on standard input. */
function withStdin(chunks: readonly Uint8Array[]): Terminal {
  async function* stdin() {
    yield* chunks;
  }
  return { stdin: stdin() } as unknown as Terminal;
}

const STDIN = { name: '<stdin>', bytes: 0 };

/** What is read of these chunks as a stream. */
async function read(chunks: readonly Uint8Array[]): Promise<string> {
  let text = '';
  for await (const part of openSource(STDIN, withStdin(chunks), () => {})) {
    text += part;
  }
  return text;
}

describe('what is to be read', () => {
  test('standard input once, at its first place, and files as often as they are named', () => {
    const file = join(folderOf({ 'a.yaml': 'a: 1' }), 'a.yaml');
    const { sources, problems } = findSources([file, '-', file, '-']);
    expect(sources).toEqual([{ name: file, bytes: 4 }, STDIN, { name: file, bytes: 4 }]);
    expect(problems).toEqual([]);
    expect(findSources([]).sources).toEqual([STDIN]);
  });

  test('manifests of a folder with their sizes, links to files too, and no copies of old ones', () => {
    const folder = folderOf({ 'a.yaml': 'a: 1', 'a.yaml.bak': 'b: 2', 'b.json': '{}', yaml: '' });
    symlinkSync(join(folder, 'a.yaml'), join(folder, 'link.yml'));
    symlinkSync(folder, join(folder, 'circle'));
    expect(findSources([folder])).toEqual({
      sources: [
        { name: join(folder, 'a.yaml'), bytes: 4 },
        { name: join(folder, 'b.json'), bytes: 2 },
        { name: join(folder, 'link.yml'), bytes: 4 },
      ],
      problems: [],
    });
  });

  test('links that lead nowhere, or to themselves, are named with the reason', async () => {
    const folder = folderOf({ 'a.yaml': podManifest('web') });
    symlinkSync(join(folder, 'gone'), join(folder, 'gone.yaml'));
    symlinkSync('self.yaml', join(folder, 'self.yaml'));
    const { sources } = findSources([folder]);
    expect(sources.map(({ bytes }) => bytes)).toEqual([expect.any(Number), 0, 0]);
    const { status, stdout, stderr } = await kubesem(['inspect', folder]);
    expect(status).toBe(1);
    expect(stdout).toContain('web');
    expect(stderr.match(/^error: .*(gone|self)\.yaml: [a-z ]+$/gm)).toHaveLength(2);
  });

  test.each(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'])(
    '%s is told in words, and not as the system does',
    (code) => {
      const message = `${code}: system call, open '/a/path'`;
      const told = reason(Object.assign(new Error(message), { code }));
      expect(told).not.toContain('/a/path');
      expect(told).not.toBe('');
    },
  );

  test('other errors of the system are told as they are', () => {
    expect(reason(Object.assign(new Error('EIO: disk'), { code: 'EIO' }))).toBe('EIO: disk');
    expect(reason(new Error('disk'))).toBe('disk');
  });
});

describe('text in chunks', () => {
  const text = 'aé\u0800€\uffff😀\u{10ffff}z';

  test('is the same wherever it is cut', async () => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(text);
    }
    expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(text);
  });

  test('in UTF-16, too', async () => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(`\ufeff${text}`);
    }
    expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(`\ufeff${text}`);
  });

  test('each chunk is counted', async () => {
    const counted: number[] = [];
    const chunks = ['ab', 'é', 'c'].map((part) => Buffer.from(part));
    const source = openSource(STDIN, withStdin(chunks), (bytes) => void counted.push(bytes));
    for await (const _ of source) {
    }
    expect(counted).toEqual([2, 2, 1]);
  });
});

describe('what is no text is refused, as a stream and as a whole', () => {
  test.each<[string, number[][]]>([
    ['a byte that is never in UTF-8', [[0x61, 0xff, 0x62, 0x63]]],
    ['half of a byte order mark', [[0xff, 0x61, 0x62, 0x63]]],
    ['the other half', [[0x61, 0xfe, 0x62, 0x63]]],
    [
      'a mark that is not at the start',
      [
        [0x61, 0x62],
        [0xff, 0xfe, 0x61, 0x00],
      ],
    ],
    ['a character that is cut off', [[0x61, 0xe2, 0x82]]],
    ['a zero', [[0x61, 0x00, 0x62, 0x63]]],
  ])('%s', async (_, lists) => {
    const chunks = lists.map((list) => Uint8Array.from(list));
    for (const reading of [read(chunks), readSource(STDIN, withStdin(chunks))]) {
      const error = await reading.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect(error).toHaveProperty('message', expect.stringMatching(/^expected text/));
    }
  });
});

describe('the whole of a source', () => {
  test('in UTF-8 and UTF-16, with its mark; without it what is no manifest', async () => {
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const bytes = Buffer.from('\ufeffaé\ufeff😀', encoding);
      const chunks = [bytes.subarray(0, 3), bytes.subarray(3)];
      expect(await readSource(STDIN, withStdin(chunks))).toBe('\ufeffaé\ufeff😀');
      expect(await readTextFile('-', withStdin(chunks))).toBe('aé\ufeff😀');
    }
  });

  test('of a pipe is given up as soon as it is too large', async () => {
    const chunk = new Uint8Array(2 ** 26);
    let asked = 0;
    async function* stdin() {
      for (; asked < 6; asked++) {
        yield chunk;
      }
    }
    const reading = readSource(STDIN, { stdin: stdin() } as unknown as Terminal);
    await expect(reading).rejects.toThrow(/256 MiB.* 320 MiB/);
    expect(asked).toBe(4);
  });
});
