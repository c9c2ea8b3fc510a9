import { runeSize, toByteString } from '@kubesem/core/internal';

/** The content of a file: text, or bytes that need not be text. */
export type FileContent = string | Uint8Array;

/** The bytes of a content, one in each UTF-16 code unit. */
export function byteString(content: FileContent): string {
  if (typeof content === 'string') {
    return toByteString(content);
  }
  // In slices, since each byte is an argument.
  let bytes = '';
  for (let at = 0; at < content.length; at += 0x8000) {
    bytes += String.fromCharCode(...content.subarray(at, at + 0x8000));
  }
  return bytes;
}

/** The lines that Go's scanner reads: a line of 64 KiB or more ends them. */
export function scanLines(bytes: string): { readonly lines: string[]; readonly isCut: boolean } {
  const lines = bytes.split('\n');
  if (lines[lines.length - 1] === '') {
    lines.pop();
  }
  const long = lines.findIndex((line) => line.length >= 65_536);
  return {
    lines: (long === -1 ? lines : lines.slice(0, long)).map((line) => line.replace(/\r$/, '')),
    isCut: long !== -1,
  };
}

/** Whether bytes are UTF-8. */
export function isUtf8(bytes: string): boolean {
  if (!/[^\0-\x7f]/.test(bytes)) {
    return true;
  }
  for (let at = 0; at < bytes.length; ) {
    const size = runeSize(bytes, at);
    if (size === 1 && bytes.charCodeAt(at) > 0x7f) {
      return false;
    }
    at += size;
  }
  return true;
}
