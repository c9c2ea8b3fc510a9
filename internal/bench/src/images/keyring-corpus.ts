import { pick, seededRandom } from '../random.js';

type RandomBelow = (bound: number) => number;

/** Number of entries of each keyring. */
export const KEYRING_SIZES = [10, 100, 1000, 10_000] as const;

/** Number of images to look up in each keyring. */
export const KEYRING_IMAGE_COUNT = 200;

const SEED = 20_261_122;
const REGISTRIES = ['quay.io', 'ghcr.io', 'gcr.io', 'registry.example.com:5000'];

/** Key of one entry, in the forms that are common in clusters of many teams. */
function server(random: RandomBelow, number: number): string {
  switch (random(8)) {
    case 0:
    case 1:
      return `https://registry-${number}.example.com`;
    case 2:
    case 3:
      return `${pick(random, REGISTRIES)}/team-${number}`;
    case 4:
      return `${pick(random, REGISTRIES)}/team-${number}/app`;
    case 5:
      return `*.cluster-${number}.example.com`;
    case 6:
      return `team-${number}-*.azurecr.io`;
    default:
      return `${100_000 + number}.dkr.ecr.*.amazonaws.com`;
  }
}

/**
 * Generates the keys of a keyring, the same in every run.
 *
 * @param size - number of keys
 * @returns distinct keys; the first is that of Docker Hub
 */
export function keyringServers(size: number): string[] {
  const random = seededRandom(SEED);
  return Array.from({ length: size }, (_, i) =>
    i === 0 ? 'https://index.docker.io/v1/' : server(random, i),
  );
}

/**
 * Generates the images to look up. Five in six have credentials, one in six from the entry of Docker Hub.
 *
 * @param size - number of keys of the keyring
 * @returns the images
 */
export function keyringImages(size: number): string[] {
  const random = seededRandom(SEED + size);
  const servers = keyringServers(size);
  return Array.from({ length: KEYRING_IMAGE_COUNT }, () => {
    const kind = random(6);
    if (kind === 0) {
      return `busybox:1.${random(40)}`;
    }
    if (kind === 1) {
      return `${pick(random, REGISTRIES)}/other-${random(size)}/app:v${random(9)}`;
    }
    const registry = pick(random, servers).replace('https://', '').replace('/v1/', '');
    return `${registry.replace('*', 'eu-1')}/app:v${random(9)}`;
  });
}
