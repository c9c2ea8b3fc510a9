// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import { nameErrorMessage, type PodDNSConfig, type PodSpec } from '@kubesem/core';
import { type Fields, utf8Length } from '@kubesem/core/internal';
import { checkAddress } from '../rules/addresses.js';
import { checkName } from '../rules/names.js';

const POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MOST_NAMESERVERS = 3;
const MOST_SEARCHES = 32;
const MOST_SEARCH_BYTES = 2048;
const MOST_HOSTNAME_BYTES = 64;
const MOST_SUBDOMAIN_BYTES = 253;

/** Checks the DNS policy. Source: `validateDNSPolicy`, as above. */
export function checkDnsPolicy(spec: Fields<PodSpec>): void {
  spec.supported('dnsPolicy', spec.text('dnsPolicy') || 'ClusterFirst', POLICIES);
}

/** Checks the DNS configuration. Source: `validatePodDNSConfig`, as above. */
export function checkDnsConfig(spec: Fields<PodSpec>): void {
  const config = spec.at('dnsConfig');
  const isAlone = spec.text('dnsPolicy') === 'None';
  if (!config.isPresent) {
    if (isAlone) {
      spec.required('dnsConfig', 'must provide `dnsConfig` when `dnsPolicy` is None');
    }
    return;
  }
  const nameservers = config.texts('nameservers');
  if (isAlone && nameservers.length === 0) {
    const message = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
    config.required('nameservers', message);
    return;
  }
  if (nameservers.length > MOST_NAMESERVERS) {
    config.invalid('nameservers', `must not have more than ${MOST_NAMESERVERS} nameservers`);
  }
  nameservers.forEach((text, index) =>
    checkAddress(config, config.pathOf('nameservers', index), text),
  );
  checkSearches(config);
  config.each('options', (option) => {
    option.text('value');
    if (option.text('name') === '') {
      option.required(option.path, 'must not be empty');
    }
  });
}

function checkSearches(config: Fields<PodDNSConfig>): void {
  const searches = config.texts('searches');
  if (searches.length > MOST_SEARCHES) {
    config.invalid('searches', `must not have more than ${MOST_SEARCHES} search paths`);
  }
  if (utf8Length(searches.join(' ')) > MOST_SEARCH_BYTES) {
    const message = `must not have more than ${MOST_SEARCH_BYTES} characters (including spaces) in the search list`;
    config.invalid('searches', message);
  }
  searches.forEach((search, index) => {
    if (search !== '.') {
      checkSearch(config, index, search.replace(/\.$/, ''));
    }
  });
}

/** A subdomain of which labels can also start with or contain `_`. Source: `ValidateDNS1123SubdomainWithUnderScore`, as above. */
function checkSearch(config: Fields<PodDNSConfig>, index: number, domain: string): void {
  const isLabel = (label: string) => /^_?[a-z0-9][a-z0-9_-]*$/.test(label) && !/[_-]$/.test(label);
  if (utf8Length(domain) > MOST_SUBDOMAIN_BYTES) {
    const message = nameErrorMessage('dns1123Subdomain', 'TOO_LONG');
    config.invalid(['searches', index], message, domain);
  }
  if (!domain.split('.').every(isLabel)) {
    config.invalid(['searches', index], INVALID_SEARCH, domain);
  }
}

const INVALID_SEARCH =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";

/** Checks the host name that replaces the others. Source: `validatePodHostName`, as above. */
export function checkHostnameOverride(spec: Fields<PodSpec>): void {
  const field = 'hostnameOverride';
  const name = spec.optionalText(field);
  const [isFqdn, isHostNetwork] = [spec.flag('setHostnameAsFQDN'), spec.flag('hostNetwork')];
  if (name === undefined) {
    return;
  }
  if (isFqdn === true) {
    spec.forbidden(field, 'may not be specified when setHostnameAsFQDN is true');
  }
  if (isHostNetwork === true) {
    spec.forbidden(field, 'may not be specified when hostNetwork is true');
  }
  if (utf8Length(name) > MOST_HOSTNAME_BYTES) {
    spec.problem(field, 'TOO_LONG', `may not be more than ${MOST_HOSTNAME_BYTES} bytes`);
  }
  checkName(spec, field, 'dns1123Subdomain', name);
}
