import type { Fields, PodSpec } from '@kubesem/core';

/** The fields of `spec.dnsConfig` of a Pod; absent lists and strings are empty. */
export interface DnsConfigFields {
  readonly nameservers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

/** Reads `spec.dnsConfig` of a Pod; returns undefined if it is absent. */
export function readDnsConfig(spec: Fields<PodSpec>): DnsConfigFields | undefined {
  const config = spec.at('dnsConfig');
  if (!config.isPresent) {
    return undefined;
  }
  return {
    nameservers: config.texts('nameservers'),
    searches: config.texts('searches'),
    options: config.each('options', (option) => ({
      name: option.text('name'),
      value: option.text('value'),
    })),
  };
}
