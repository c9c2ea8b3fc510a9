/** What is thrown, as code and path. */
export function failure(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    const { code, path } = error as { code: string; path: string };
    return `${code} ${path}`;
  }
  return 'nothing was thrown';
}
