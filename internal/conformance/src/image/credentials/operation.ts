import type { Secret } from '@kubesem/core';
import {
  type CredentialSource,
  collectDockerConfig,
  collectDockerKeyring,
  createDockerKeyring,
  type DockerConfigErrorCode,
  lookup,
  parseDockerConfig,
  podPullCredentials,
  type RegistryCredential,
} from '@kubesem/image';
import { type Attempt, attempt, type Comparison } from '../../harness/comparison.js';
import type { Answer, Operation } from '../../harness/operation.js';
import { keyringCases, secretsCases } from './examples.js';
import { keyringCase, secretsCase } from './generator.js';

interface ConfigText {
  readonly 'config.json'?: string;
  readonly '.dockercfg'?: string;
}

interface Found {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly source: string;
  readonly hash: string | undefined;
}

interface LookupAnswer {
  readonly found: boolean;
  readonly credentials: readonly Found[];
  readonly unordered: boolean;
}

/** Our error codes and the error class of each in Kubernetes. */
const CLASSES: { readonly [Code in DockerConfigErrorCode]?: string } = {
  INVALID_JSON: 'JSON',
  INVALID_TYPE: 'Type',
  INVALID_BASE64: 'Base64',
  NO_COLON: 'Auth',
  INVALID_DATA: 'Decode',
};

function argumentsOf(text: ConfigText): Parameters<typeof parseDockerConfig> {
  return text['.dockercfg'] === undefined
    ? [text['config.json'] as string]
    : [text['.dockercfg'], { format: 'dockercfg' }];
}

/** Error classes of all faults in the texts; Kubernetes reports one of them. */
function classesOf(texts: readonly ConfigText[], secrets: readonly Secret[]): readonly string[] {
  const faults = [
    ...texts.flatMap((text) => collectDockerConfig(...argumentsOf(text)).faults),
    ...collectDockerKeyring({ secrets }).faults,
  ];
  return faults.map(({ code }) => CLASSES[code] ?? code);
}

function compareLookup(
  theirs: Answer,
  ours: Attempt<readonly RegistryCredential[]>,
  classes: () => readonly string[],
  comparison: Comparison,
): void {
  if (theirs.out === undefined || ours.value === undefined) {
    const isSame = ours.code !== undefined && classes().includes(theirs.err as string);
    comparison.field('error', theirs.err, isSame ? theirs.err : ours.code, () =>
      theirs.err === 'Decode' ? 'unread-fields' : undefined,
    );
    return;
  }
  const { found, credentials, unordered } = theirs.out as unknown as LookupAnswer;
  const write = (list: readonly Found[]) => {
    const texts = list.map(({ username, password, email, source, hash }) => {
      // kubesem reads invalid UTF-8 as U+FFFD; Go hashes the original bytes.
      const isText = !`${username}${password}`.includes('\ufffd');
      // kubesem reports no source for credentials of the node.
      return JSON.stringify([username, password, email, source.replace('0.0', ''), isText && hash]);
    });
    return (unordered ? texts.sort() : texts).join();
  };
  const mine = ours.value.map((credential) => {
    const { username, password, email, source } = credential;
    const asSecret: CredentialSource = { kind: 'Secret', uid: '', namespace: '', name: '' };
    // Field by field, because spreading a credential does not copy its password.
    const hashed = podPullCredentials([
      { username, email, password, pattern: '', source: asSecret },
    ]);
    const hash = hashed.podSecrets[0]?.credentialHash;
    return { username, password, email, source: source?.name ?? '', hash };
  });
  comparison.field('found', found, mine.length > 0);
  comparison.field('credentials', write(credentials), write(mine));
}

const kindOfLookup: Operation['kind'] = (_input, theirs) => {
  const { credentials, unordered } = (theirs.out ?? {}) as unknown as Partial<LookupAnswer>;
  const sources = credentials?.map(({ source }) => source).join();
  return `${theirs.err},${sources},${unordered}`;
};

const rings: Operation = {
  name: 'keyring.lookup',
  program: 'kubernetes',
  examples: keyringCases,
  generate: keyringCase,
  compare(input, theirs, comparison) {
    const { rings, image } = input as unknown as { rings: ConfigText[][]; image: string };
    const [node, providers] = rings;
    if (node === undefined || providers === undefined || image === undefined) {
      return; // shrunk too far
    }
    const read = (text: ConfigText) => parseDockerConfig(...argumentsOf(text));
    const ours = attempt(() => {
      const keyring = createDockerKeyring({
        node: node.flatMap(read),
        providers: providers.map((text, index) => {
          const serviceAccount = { name: `1.${index}`, namespace: '', uid: '' };
          return { entries: read(text), serviceAccount };
        }),
      });
      return lookup(keyring, { name: image });
    });
    compareLookup(theirs, ours, () => classesOf(rings.flat(), []), comparison);
  },
  kind: kindOfLookup,
};

const secrets: Operation = {
  name: 'keyring.secrets',
  program: 'kubernetes',
  examples: secretsCases,
  generate: secretsCase,
  compare(input, theirs, comparison) {
    const { secrets, node, image } = input as unknown as {
      secrets: Secret[];
      node?: ConfigText;
      image: string;
    };
    if (secrets === undefined || image === undefined) {
      return; // shrunk too far
    }
    const texts = node === undefined ? [] : [node];
    const ours = attempt(() => {
      const entries = texts.flatMap((text) => parseDockerConfig(...argumentsOf(text)));
      return lookup(createDockerKeyring({ secrets, node: entries }), { name: image });
    });
    compareLookup(theirs, ours, () => classesOf(texts, secrets), comparison);
  },
  kind: kindOfLookup,
};

/** Credentials for registries. */
export const credentialOperations: readonly Operation[] = [rings, secrets];
