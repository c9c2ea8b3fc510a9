import {
  containerPullPolicy,
  dockerConfigSecret,
  dockerKeyring,
  pullName,
  registryCredentials,
  safeParseImage,
} from '@kubesem/image';
import { type Box, table } from '../../live-box/box.js';

export const box: Box = {
  input: {
    label: 'Image names, one a line',
    text: 'busybox\nregistry:5000/app\nimages.example/shop/app:v9\nimages.example/shopping/cart\nghcr.io/Team/app\n',
  },
  fields: [
    {
      name: 'patterns',
      label: 'Registries with credentials',
      value: 'images.example, images.example/shop',
    },
  ],
  answer: (text, { patterns = '' }) => {
    const servers = patterns.split(/[\s,]+/).filter(Boolean);
    const keyring = dockerKeyring({
      secrets: servers.map((server) =>
        dockerConfigSecret({ server, username: server, password: '-' }),
      ),
    });
    const rows = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((name) => {
        const { value, error } = safeParseImage(name);
        return value
          ? [
              name,
              pullName(value),
              containerPullPolicy({ image: name }).pullPolicy,
              credentialsOf(keyring, name),
            ]
          : [name, error?.message ?? '', '-', '-'];
      });
    return [table(['Image', 'Pulled as', 'Pull policy', 'Credentials, in order'], rows)];
  },
};

function credentialsOf(keyring: ReturnType<typeof dockerKeyring>, name: string): string {
  return (
    registryCredentials(name, keyring)
      .map(({ pattern }) => pattern)
      .join(', ') || 'none'
  );
}
