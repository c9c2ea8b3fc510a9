import type { LookupExplanation } from '@kubesem/dns';
import type { Rule, Rules } from '../area.js';

const DOCS = 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/';
const search = (text: string): Rule => ({
  text,
  source:
    'k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.GetPodDNS; resolver of the C library',
  docs: `${DOCS}#namespaces-of-services`,
});

/** How a resolver uses the search list. */
export const SEARCH_RULES: Rules<LookupExplanation['rule']> = {
  ADDRESS: search('An IP address needs no lookup.'),
  INVALID: search('The name is invalid, so the resolver sends no query.'),
  ABSOLUTE: search('The name ends in a dot, so the resolver queries only this name.'),
  NO_SEARCH: search('The search list is empty.'),
  SEARCH_LINE_TOO_LONG: search('musl ignores a search line of more than 254 bytes.'),
  ENOUGH_DOTS: search(
    'The name has ndots or more dots: glibc queries it first; musl and Windows query only this name.',
  ),
  FEW_DOTS: search(
    'The name has fewer dots than ndots, so the resolver tries the search list first.',
  ),
};

/** The records of the DNS server. */
export const RECORDS_RULE: Rule = {
  text: 'CoreDNS answers from Services, EndpointSlices and Pods.',
  source: 'github.com/coredns/coredns/plugin/kubernetes',
  docs: DOCS,
};

/** An answer of the DNS server. */
export const ANSWER_RULE: Rule = {
  text: 'The server knows the names below the domain of the cluster. It forwards other names to the DNS server of the node.',
  source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.ServeDNS',
  docs: `${DOCS}#what-things-get-dns-names`,
};

/** Why a name is not found. */
export const REASON_RULE: Rule = {
  text: 'The resolver queries each name of the search list, and the DNS server answers from the Services, EndpointSlices and Pods of the cluster.',
  source: 'github.com/coredns/coredns/plugin/kubernetes Kubernetes.Records',
  docs: `${DOCS}#namespaces-of-services`,
};
