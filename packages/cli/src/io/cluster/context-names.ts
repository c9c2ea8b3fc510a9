import { loadKubeconfig } from '@kubesem/kubeconfig';

/**
 * Lists the contexts of a kubeconfig, to complete a command line. A file that cannot be read has no contexts.
 *
 * @param kubeconfig - a file; undefined for what kubectl uses
 * @returns the names, without duplicates
 */
export function contextNames(kubeconfig: string | undefined): string[] {
  try {
    const { contexts } = loadKubeconfig({ kubeconfig });
    // A line break would start a candidate of its own.
    return contexts.map(({ name }) => name).filter((name) => name !== '' && !/\p{Cc}/u.test(name));
  } catch {
    return [];
  }
}
