/** A priority level. */
export const LEVEL = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: builds }
spec:
  type: Limited
  limited:
    nominalConcurrencyShares: 20
    lendablePercent: 50
    borrowingLimitPercent: 200
    limitResponse: { type: Queue, queuing: { queues: 16, handSize: 4, queueLengthLimit: 7 } }
`;
/** A flow schema that uses it. */
export const SCHEMA = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: to-builds }
spec:
  priorityLevelConfiguration: { name: builds }
  matchingPrecedence: 700
  distinguisherMethod: { type: ByNamespace }
  rules:
    - subjects: [{ kind: Group, group: { name: devs } }]
      resourceRules: [{ verbs: [list], apiGroups: [''], resources: [pods], namespaces: [prod] }]
    - subjects: [{ kind: User, user: { name: anna } }]
      nonResourceRules: [{ verbs: [get], nonResourceURLs: [/version] }]
`;
/** A level that an API server would reject. */
export const BROKEN_LEVEL = LEVEL.replace('handSize: 4', 'handSize: 20');
