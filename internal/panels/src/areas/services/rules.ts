import type { Rule, Rules } from '../area.js';
import type { ChainPod } from './model.js';

const DOCS = 'https://kubernetes.io/docs';
const SERVICE = `${DOCS}/concepts/services-networking/service/`;
const endpoint = (text: string): Rule => ({
  text,
  source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
  docs: `${DOCS}/concepts/services-networking/endpoint-slices/#conditions`,
});

/** Why a Pod is an endpoint or not. */
export const POD_RULES: Rules<ChainPod['rule']> = {
  ENDPOINT: endpoint(
    'The Pod has the labels of the selector, an address and a node. It receives traffic while it is ready.',
  ),
  FINISHED: endpoint('A Pod that has ended is not an endpoint.'),
  NO_ADDRESS: endpoint('The Pod has no address yet.'),
  NO_ADDRESS_OF_FAMILY: endpoint('The Pod has no address of the IP families of the Service.'),
  NODE_MISSING: endpoint('The Pod has no node, or its node does not exist.'),
  SELECTOR: endpoint('The Pod does not have the labels of the selector.'),
};

/** What DNS answers for the name. */
export const DNS_RULES: Rules<'CLUSTER_IPS' | 'ENDPOINTS' | 'CNAME'> = {
  CLUSTER_IPS: {
    text: 'DNS answers with the cluster IP; kube-proxy of each node forwards connections to ready Pods.',
    source: 'github.com/coredns/coredns/plugin/kubernetes',
    docs: SERVICE,
  },
  ENDPOINTS: {
    text: 'A headless Service: DNS answers with the addresses of the ready Pods.',
    source: 'github.com/coredns/coredns/plugin/kubernetes',
    docs: `${SERVICE}#headless-services`,
  },
  CNAME: {
    text: 'DNS answers with an alias; nothing is forwarded.',
    source: 'github.com/coredns/coredns/plugin/kubernetes',
    docs: `${SERVICE}#externalname`,
  },
};
