import { dockerKeyring, registryCredentials } from '@kubesem/image';
import { freshStrings } from '../inputs.js';
import { timeItems } from '../timing.js';

/**
 * Measures lookups of images in a keyring, including the parsing of the image.
 *
 * @param corpus - name of the keyring
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns nanoseconds per image
 */
export async function measureLookup(
  corpus: string,
  folder: string,
  milliseconds: number,
): Promise<number> {
  const servers = freshStrings(folder, corpus)();
  const keyring = dockerKeyring({
    node: servers.map((server) => ({ server, username: 'user', password: 'password' })),
  });
  const images = freshStrings(folder, `${corpus}-images`);
  return timeItems(images, milliseconds, (image) => registryCredentials(image, keyring));
}
