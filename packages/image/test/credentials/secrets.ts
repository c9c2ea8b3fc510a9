import type { Secret } from '@kubesem/core';
import { type DockerKeyring, lookup } from '@kubesem/image';

/** The user names that a keyring has for an image, in order. */
export function usernames(keyring: DockerKeyring, image: string): string[] {
  return lookup(keyring, image).map(({ username }) => username);
}

/** A Secret with a configuration. */
export function secretOf(name: string, config: string, type = 'dockerconfigjson'): Secret {
  return {
    metadata: { name, namespace: 'shop', uid: `${name}-uid` },
    type: `kubernetes.io/${type}`,
    data: { [`.${type}`]: Buffer.from(config).toString('base64') },
  };
}
