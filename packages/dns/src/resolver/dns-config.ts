import {
  childPath,
  type FieldPath,
  type PodDNSConfig,
  type ReportProblem,
  readList,
  readObject,
  readString,
} from '@kubesem/core';

/** The fields of `spec.dnsConfig` of a Pod; absent lists and strings are empty. */
export interface DnsConfigFields {
  readonly nameservers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

/** Reads `spec.dnsConfig`; returns undefined if it is absent. */
export function readDnsConfig(
  dnsConfig: PodDNSConfig | null | undefined,
  path: FieldPath,
  report?: ReportProblem<'INVALID_TYPE'>,
): DnsConfigFields | undefined {
  const config = readObject(dnsConfig, path, report);
  if (config === undefined) {
    return undefined;
  }
  const optionsPath = childPath(path, 'options');
  return {
    nameservers: readStrings(config.nameservers, childPath(path, 'nameservers'), report),
    searches: readStrings(config.searches, childPath(path, 'searches'), report),
    options: readList(config.options, optionsPath, report).map((entry, index) => {
      const optionPath = childPath(optionsPath, index);
      const option = readObject(entry, optionPath, report);
      return {
        name: readString(option?.name, childPath(optionPath, 'name'), report),
        value: readString(option?.value, childPath(optionPath, 'value'), report),
      };
    }),
  };
}

/** Reads a list of strings. */
export function readStrings(
  values: readonly string[] | null | undefined,
  path: FieldPath,
  report?: ReportProblem<'INVALID_TYPE'>,
): readonly string[] {
  return readList(values, path, report).map((value, index) =>
    readString(value, childPath(path, index), report),
  );
}
