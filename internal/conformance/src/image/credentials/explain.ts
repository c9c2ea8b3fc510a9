import {
  type CredentialPatternExplanation,
  type CredentialPatternRule,
  collectDockerConfig,
  dockerKeyring,
  explainRegistryCredentials,
  parseDockerConfig,
} from '@kubesem/image';
import { attempt } from '../../harness/comparison.js';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { globPairs } from '../glob/examples.js';
import { normalisedImage } from '../glob/generator.js';
import { argumentsOf, type ConfigText, classOf } from './config-text.js';
import { configText, REGISTRIES } from './generator.js';

/** A configuration of a node, and an image. */
function explainCase(random: Random): JsonObject {
  const image = normalisedImage(random);
  return { config: configText(random, image), image };
}

/** Hand-picked keys and images. */
function* explainCases(): Iterable<JsonObject> {
  const configOf = (key: string) => ({
    'config.json': JSON.stringify({ auths: { [key]: { username: 'u' } } }),
  });
  for (const { pattern, image } of globPairs()) {
    yield { config: configOf(pattern as string), image: image as string };
  }
  for (const key of REGISTRIES) {
    for (const image of ['docker.io/library/a', 'index.docker.io/a', 'localhost/a', '/a', 'a b']) {
      yield { config: configOf(key), image };
    }
  }
}

interface UrlParts {
  readonly parts: readonly string[];
  readonly port: string;
  readonly path: string;
}

interface ExplainedKey {
  readonly key: string;
  readonly url: UrlParts | null;
  readonly isPrefix: boolean;
  readonly matched: boolean;
  readonly isBad: boolean;
  readonly usernames: readonly string[];
}

/** What precedes an `@` may be a password, and is not shown. */
const shown = (text: string): string => text.replace(/^.*(?=@|%40)/s, '***');

/** The rule that follows from the parts of a key and an image, in the order in which Kubernetes compares them. */
function ruleFor(
  { url, isPrefix, matched, isBad }: ExplainedKey,
  image: UrlParts | null,
): CredentialPatternRule {
  if (url === null || image === null) {
    return url === null ? 'INVALID_PATTERN' : 'INVALID_IMAGE';
  }
  if (matched || isBad) {
    return matched ? 'MATCH' : 'INVALID_GLOB';
  }
  if (url.port !== image.port) {
    return 'PORT';
  }
  if (url.parts.length !== image.parts.length) {
    return 'LABEL_COUNT';
  }
  return isPrefix ? 'LABEL' : 'PATH';
}

/** The parts of a key and an image that a rule may be about. */
function partsFor(rule: string, url: UrlParts, image: UrlParts): readonly unknown[][] {
  switch (rule) {
    case 'PORT':
      return [[url.port, image.port]];
    case 'LABEL_COUNT':
      return [[String(url.parts.length), String(image.parts.length)]];
    case 'PATH':
      return [[shown(url.path), image.path]];
    case 'LABEL':
    case 'INVALID_GLOB':
      return url.parts.map((part, at) => [shown(part), image.parts[at] ?? '']);
    default:
      return [];
  }
}

function patternText({ pattern, rule, credentials }: CredentialPatternExplanation): string {
  const usernames = credentials.map(({ username }) => username);
  return JSON.stringify([pattern, rule, usernames.sort()]);
}

const explain: Operation = {
  name: 'keyring.explain',
  program: 'kubernetes',
  examples: explainCases,
  generate: explainCase,
  compare(input, theirs, comparison) {
    const { config, image } = input as unknown as { config: ConfigText; image: string };
    const ours = attempt(() => {
      const keyring = dockerKeyring({ node: parseDockerConfig(...argumentsOf(config)) });
      return explainRegistryCredentials({ name: image }, keyring);
    });
    if (theirs.out === undefined || ours.value === undefined) {
      const classes = collectDockerConfig(...argumentsOf(config)).faults.map(({ code }) =>
        classOf(code),
      );
      const isSame = ours.code !== undefined && classes.includes(theirs.err as string);
      comparison.field('error', theirs.err, isSame ? theirs.err : ours.code);
      return;
    }
    const out = theirs.out as unknown as {
      image: UrlParts | null;
      keys: readonly ExplainedKey[];
      ignored: number;
      found: boolean;
    };
    const node = ours.value.parts.find(({ origin }) => origin === 'node');
    const patterns = node?.patterns ?? [];
    comparison.field('ignored', out.ignored, node?.ignored.length);
    comparison.field('found', out.found, ours.value.credentials.length > 0);
    const isFallback = out.found && !out.keys.some(({ matched }) => matched);
    comparison.field('Docker Hub', isFallback, node?.dockerHub === 'USED');
    const keys = out.keys.map((key) => {
      const rule = ruleFor(key, out.image);
      return JSON.stringify([shown(key.key), rule, key.usernames]);
    });
    comparison.field('patterns', keys.join(), patterns.map(patternText).join());
    for (const [index, { rule, expected, found }] of patterns.entries()) {
      const url = out.keys[index]?.url;
      const parts = url && out.image ? partsFor(rule, url, out.image) : [];
      const allowed = (parts.length === 0 ? [[]] : parts).map((pair) => JSON.stringify(pair));
      const pair = JSON.stringify(expected === undefined ? [] : [expected, found]);
      comparison.field(`${index}.parts`, allowed.includes(pair) ? pair : allowed.join(), pair);
    }
  },
  kind(_input, theirs) {
    const { keys, image, found } = (theirs.out ?? { keys: [] }) as unknown as {
      keys: readonly ExplainedKey[];
      image: UrlParts | null;
      found: boolean;
    };
    const rules = keys.map((key) => ruleFor(key, image));
    return `${theirs.err},${found},${[...new Set(rules)].sort()}`;
  },
};

/** Why credentials match an image or not. */
export const explainOperations: readonly Operation[] = [explain];
