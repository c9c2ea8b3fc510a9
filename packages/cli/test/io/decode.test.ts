import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/io/read.js';
import { InputError } from '../../src/io/sources.js';
import { kubesem, podManifest, stream } from '../support/run.js';

/** The text of these chunks. */
async function decode(chunks: readonly Uint8Array[]): Promise<string> {
  let text = '';
  for await (const part of decodeText(stream(chunks))) {
    text += part;
  }
  return text;
}

describe('text is the same wherever it is cut', () => {
  const text = 'aé\u0800€\uffff😀\u{10ffff}z';
  test.each<[string, string, Buffer]>([
    ['UTF-8', text, Buffer.from(text)],
    ['UTF-16', `\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big-endian UTF-16', `\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('in %s', async (_, expected, bytes) => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(await decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(expected);
    }
    expect(await decode(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(expected);
  });
});

describe('bytes that are not UTF-8 are replaced, as in kubectl', () => {
  test.each<[string, number[], string]>([
    ['a byte that is never in UTF-8', [0x61, 0xff, 0x62, 0x63], 'a\ufffdbc'],
    ['half of a byte order mark', [0xff, 0x61, 0x62, 0x63], '\ufffdabc'],
    ['a mark that is not at the start', [0x61, 0x62, 0xff, 0xfe, 0x63], 'ab\ufffd\ufffdc'],
    ['a character that is cut off', [0x61, 0xe2, 0x82], 'a\ufffd'],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80, 0x61], '\ufffd\ufffd\ufffda'],
  ])('%s', async (_, list, expected) => {
    const bytes = Uint8Array.from(list);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(await decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(expected);
    }
  });
});

test('binary data is rejected', async () => {
  await expect(decode([Uint8Array.of(0x61, 0x00, 0x62)])).rejects.toBeInstanceOf(InputError);
});

test.each<[string, Uint8Array]>([
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${podManifest('wéb')}`)],
  ['UTF-16 as PowerShell writes it', Buffer.from(`\ufeff${podManifest('wéb')}`, 'utf16le')],
  ['big-endian UTF-16', Buffer.from(`\ufeff${podManifest('wéb')}`, 'utf16le').swap16()],
  ['lines that end in CR LF', Buffer.from(podManifest('wéb').replaceAll('\n', '\r\n'))],
])('a manifest in %s', async (_, stdin) => {
  const { stdout } = await kubesem(['inspect'], { stdin });
  expect(stdout).toContain('wéb');
});
