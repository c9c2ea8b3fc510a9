/** Decodes the name or the password of a URL. What is escaped need not be UTF-8. */
export function decodedBytes(text: string): Buffer {
  const bytes = text.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/**
 * Returns the header with which Go identifies the user of a URL.
 *
 * Source: Go 1.26 `net/http`, `send` and `connectMethod.proxyAuth`.
 *
 * @param name - the name, escaped as in a URL
 * @param password - the password, escaped in the same way; empty if there is none
 */
export function basicHeader(name: string, password: string): string {
  const pair = [decodedBytes(name), Buffer.from(':'), decodedBytes(password)];
  return `Basic ${Buffer.concat(pair).toString('base64')}`;
}
