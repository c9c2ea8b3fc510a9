import { Buffer } from 'node:buffer';
import type { Secret } from '@kubesem/core';
import {
  type CredentialSource,
  collectDockerConfig,
  collectDockerKeyring,
  type DockerKeyring,
  dockerKeyring,
  parseDockerConfig,
  podPullCredentials,
  type RegistryCredential,
  registryCredentials,
} from '@kubesem/image';
import { type Attempt, attempt, type Comparison } from '../../harness/comparison.js';
import type { Answer, Operation } from '../../harness/operation.js';
import { argumentsOf, type ConfigText, classOf } from './config-text.js';
import { keyringCases, secretsCases } from './examples.js';
import { explainOperations } from './explain.js';
import { keyringCase, secretsCase } from './generator.js';

interface Found {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly source: string;
  readonly hash: string;
}

interface LookupAnswer {
  readonly found: boolean;
  readonly credentials: readonly Found[];
  readonly unordered: boolean;
}

/** Error classes of all faults in the texts; Kubernetes reports one of them. */
function classesOf(texts: readonly ConfigText[], secrets: readonly Secret[]): readonly string[] {
  const faults = [
    ...texts.flatMap((text) => collectDockerConfig(...argumentsOf(text)).faults),
    ...collectDockerKeyring({ secrets }).faults,
  ];
  return faults.map(({ code }) => classOf(code));
}

/** Go decodes the data under all keys. */
function isNotBase64(value: string | null | undefined): boolean {
  const digits = (value ?? '').replace(/[\r\n]/g, '');
  return digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits);
}

/** Credentials found in a keyring. */
interface Lookup {
  readonly keyring: DockerKeyring;
  readonly found: readonly RegistryCredential[];
}

function lookUp(keyring: DockerKeyring, image: string): Lookup {
  return { keyring, found: registryCredentials({ name: image }, keyring) };
}

/** Credentials as the oracle prints them. */
function printed({ username, password, email, source, hashed }: RegistryCredential): Found {
  const asSecret: CredentialSource = { kind: 'Secret', uid: '', namespace: '', name: '' };
  // Field by field, because spreading a credential does not copy its password.
  const credential = { username, email, password, hashed, pattern: '', source: asSecret };
  const [secret] = podPullCredentials([credential]).podSecrets;
  const hash = secret?.credentialHash ?? '';
  return { username, password, email, source: nameOf(source), hash };
}

function nameOf(source: CredentialSource | undefined): string {
  const { uid = '', namespace = '', name = '' } = source ?? {};
  return uid === '' && namespace === '' ? name : `${uid}/${namespace}/${name}`;
}

/** Sorts credentials of one source and pattern as the oracle does; Go has no order for them. */
function inTheirOrder({ keyring, found }: Lookup): readonly Found[] {
  const patterns = keyring.parts.flatMap((part) => part.patterns);
  const groupOf = (credential: RegistryCredential) =>
    patterns.findIndex(({ credentials }) => credentials.includes(credential));
  const groups: { readonly key: string; readonly members: Found[] }[] = [];
  for (const credential of found) {
    const member = printed(credential);
    const key = `${groupOf(credential)} ${member.source}`;
    if (groups[groups.length - 1]?.key !== key) {
      groups.push({ key, members: [] });
    }
    groups[groups.length - 1]?.members.push(member);
  }
  const sortKey = ({ username, password, email }: Found) =>
    Buffer.from([username, password, email].join('\n'));
  return groups.flatMap(({ members }) =>
    members.sort((a, b) => Buffer.compare(sortKey(a), sortKey(b))),
  );
}

function compareLookup(
  theirs: Answer,
  ours: Attempt<Lookup>,
  classes: () => readonly string[],
  comparison: Comparison,
  hasInvalidData = false,
): void {
  if (theirs.out === undefined || ours.value === undefined) {
    const isSame = ours.code !== undefined && classes().includes(theirs.err as string);
    comparison.field('error', theirs.err, isSame ? theirs.err : ours.code, () =>
      theirs.err === 'Decode' && hasInvalidData ? 'unread-fields' : undefined,
    );
    return;
  }
  const { found, credentials } = theirs.out as unknown as LookupAnswer;
  const write = (list: readonly Found[]) =>
    list
      .map(({ username, password, email, source, hash }) =>
        // kubesem reports no source for credentials of the node.
        JSON.stringify([username, password, email, source.replace('0.0', ''), hash]),
      )
      .join();
  comparison.field('found', found, ours.value.found.length > 0);
  comparison.field('credentials', write(credentials), write(inTheirOrder(ours.value)));
}

const kindOfLookup: Operation['kind'] = (_input, theirs) => {
  const { credentials, unordered } = (theirs.out ?? {}) as unknown as Partial<LookupAnswer>;
  const sources = credentials?.map(({ source }) => source.split('/').pop()).join();
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
      const keyring = dockerKeyring({
        node: node.flatMap(read),
        providers: providers.map((text, index) => {
          const serviceAccount = { name: `1.${index}`, namespace: '', uid: '' };
          return { entries: read(text), serviceAccount };
        }),
      });
      return lookUp(keyring, image);
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
      return lookUp(dockerKeyring({ secrets, node: entries }), image);
    });
    const hasInvalidData = secrets.some(({ data }) => Object.values(data ?? {}).some(isNotBase64));
    compareLookup(theirs, ours, () => classesOf(texts, secrets), comparison, hasInvalidData);
  },
  kind: kindOfLookup,
};

/** Credentials for registries. */
export const credentialOperations: readonly Operation[] = [rings, secrets, ...explainOperations];
