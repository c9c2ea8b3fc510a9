import { createDockerKeyring, lookup } from '@kubesem/image';
import { freshStrings } from './inputs.js';
import { timeTexts } from './timing.js';

/** The latest results, so that the engine cannot leave the work out. */
const kept: unknown[] = Array.from({ length: 256 });

/**
 * Measures the lookup of images in a keyring, the reading of the images included.
 *
 * @param corpus - the name of the keyring
 * @param folder - where the inputs are
 * @param milliseconds - how long to measure
 * @returns nanoseconds for each image
 */
export async function measureLookup(
  corpus: string,
  folder: string,
  milliseconds: number,
): Promise<number> {
  const servers = freshStrings(folder, corpus)();
  const keyring = createDockerKeyring({
    node: servers.map((server) => ({ server, username: 'user', password: 'password' })),
  });
  const fresh = freshStrings(folder, `${corpus}-images`);
  return timeTexts(
    fresh().length,
    milliseconds,
    (texts) => {
      for (let i = 0; i < texts.length; i++) {
        kept[i & 255] = lookup(keyring, texts[i] as string);
      }
    },
    fresh,
  );
}
