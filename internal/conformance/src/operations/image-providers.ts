import {
  type CredentialProviderConfig,
  credentialProvidersFor,
  validateCredentialProviderConfig,
} from '@kubesem/image';
import { attempt } from '../comparison.js';
import { providersCase, providersCases } from '../generators/image-providers.js';
import type { JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

const providers: Operation = {
  name: 'image.providers',
  program: 'kubernetes',
  examples: providersCases,
  generate: providersCase,
  compare(input, theirs, comparison) {
    const { config, image } = input as unknown as {
      config: CredentialProviderConfig;
      image: string;
    };
    const problems = validateCredentialProviderConfig(config);
    if (theirs.out === undefined) {
      // Durations are read before anything is checked there.
      const isKnown = problems.some(({ code }) => code === 'INVALID_DURATION');
      comparison.field('error', theirs.err, isKnown ? 'Decode' : 'none');
      return;
    }
    const { errors, matching } = theirs.out as unknown as {
      errors: readonly { type: string; field: string }[];
      matching: readonly string[];
    };
    // Paths there have no index.
    const ours = problems.map(({ type, path }) => `${type} ${path.replace(/\[[0-9]+\]/g, '')}`);
    comparison.field(
      'errors',
      errors.map(({ type, field }) => `${type} ${field}`).join(),
      ours.join(),
    );
    const found = attempt(() => credentialProvidersFor(config, { name: image }));
    const names = found.value?.map(({ provider }) => provider.name ?? '');
    comparison.field(
      'matching',
      errors.length === 0 ? matching.join() : 'INVALID_CONFIG',
      names?.join() ?? found.code,
    );
  },
  kind(_input, theirs) {
    const { errors, matching } = (theirs.out ?? { errors: [], matching: [] }) as unknown as {
      errors: readonly JsonObject[];
      matching: readonly string[];
    };
    return `${theirs.err},${errors.map(({ type, field }) => `${type}${field}`)[0]},${matching.length}`;
  },
};

/** The kubelet's credential providers. */
export const imageProviderOperations: readonly Operation[] = [providers];
