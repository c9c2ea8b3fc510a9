import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';

/**
 * Lists the contexts of a kubeconfig, to complete a command line. A file that cannot be read has no contexts.
 *
 * @param kubeconfig - a file; undefined for what kubectl uses
 * @returns the names, without duplicates
 */
export function contextNames(kubeconfig: string | undefined): string[] {
  const files = kubeconfig ?? (process.env.KUBECONFIG || join(homedir(), '.kube', 'config'));
  const names = files.split(delimiter).flatMap((file) => {
    try {
      // The parser's warnings would quote the file, which contains credentials.
      const { contexts } = parse(readFileSync(file, 'utf8'), { logLevel: 'silent' });
      return contexts.map((context: { readonly name?: unknown }) => context.name);
    } catch {
      return [];
    }
  });
  // A line break would start a candidate of its own.
  return [...new Set(names)].filter(
    (name): name is string => typeof name === 'string' && !/\p{Cc}/u.test(name),
  );
}
