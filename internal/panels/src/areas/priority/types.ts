/** The objects that the area is about. */
export const LEVEL_TYPE = 'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration';
/** Decides which requests belong to a level. */
export const SCHEMA_TYPE = 'flowcontrol.apiserver.k8s.io/v1 FlowSchema';
/** Requests to simulate, as in `kubesem apf simulate`. */
export const SCENARIO_TYPE = 'kubesem/v1 ApfScenario';
