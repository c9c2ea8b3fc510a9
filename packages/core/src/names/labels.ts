/** The label of a node with the name of its zone. Source: `k8s.io/api/core/v1` v0.37.1, `LabelTopologyZone`. */
export const ZONE_LABEL = 'topology.kubernetes.io/zone';

/** The label of an EndpointSlice with the name of its Service. Source: `k8s.io/api/discovery/v1` v0.37.1, `LabelServiceName`. */
export const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';
