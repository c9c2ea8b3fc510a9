/**
 * Says why a name cannot be a segment of a path, in the words of the API machinery. URL parsers resolve `..` even in its
 * encoded form `%2E%2E`, so such a name would lead to another object.
 *
 * Source: `k8s.io/apimachinery/pkg/api/validate/content` v0.37.1, `IsPathSegmentName`.
 *
 * @param name - any text of the input
 * @returns the errors; none if the name can be a segment
 */
export function segmentErrors(name: string): string[] {
  return name === '.' || name === '..'
    ? [`may not be '${name}'`]
    : ['/', '%'].filter((each) => name.includes(each)).map((each) => `may not contain '${each}'`);
}

/** Encodes a segment of a path. A lone surrogate has no encoding, so it is replaced, as in Go. */
export function encodeSegment(name: string): string {
  return encodeURIComponent(Buffer.from(name).toString());
}

/**
 * Whether a path is requested as it is written: it has no segments such as `..`, with which a name of the input would read
 * other objects with the rights of the user.
 *
 * @param path - may have a query
 */
export function isPlainPath(path: string): boolean {
  const [plain = ''] = path.split('?');
  return (
    plain.startsWith('/') &&
    !plain.includes('//') &&
    new URL(`http://server${plain}`).pathname === plain
  );
}
