import type { DockerConfigErrorCode, parseDockerConfig } from '@kubesem/image';

/** A Docker configuration, under the name of its file. */
export interface ConfigText {
  readonly 'config.json'?: string;
  readonly '.dockercfg'?: string;
}

/** Our error codes and the error class of each in Kubernetes. */
const CLASSES: { readonly [Code in DockerConfigErrorCode]?: string } = {
  INVALID_JSON: 'JSON',
  INVALID_TYPE: 'Type',
  INVALID_BASE64: 'Base64',
  NO_COLON: 'Auth',
  INVALID_DATA: 'Decode',
};

/** The error class in Kubernetes. */
export function classOf(code: DockerConfigErrorCode): string {
  return CLASSES[code] ?? code;
}

/** The arguments for a configuration. */
export function argumentsOf(text: ConfigText): Parameters<typeof parseDockerConfig> {
  return text['.dockercfg'] === undefined
    ? [text['config.json'] as string]
    : [text['.dockercfg'], { format: 'dockercfg' }];
}
