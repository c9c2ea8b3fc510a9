import type { Secret } from '@kubesem/core';
import { type DockerKeyring, registryCredentials } from '@kubesem/image';

/** The user names that a keyring has for an image, in order. */
export function usernames(keyring: DockerKeyring, image: string): string[] {
  return registryCredentials(image, keyring).map(({ username }) => username);
}

/** A Secret with a configuration. */
export function secretOf(name: string, config: string, type = 'dockerconfigjson'): Secret {
  return {
    metadata: { name, namespace: 'shop', uid: `${name}-uid` },
    type: `kubernetes.io/${type}`,
    data: { [`.${type}`]: Buffer.from(config).toString('base64') },
  };
}
