// What callers hold must go in without a cast: most of this is tested by the compiler, not at run time.

import type * as client from '@kubernetes/client-node';
import {
  type Container,
  type ContainerStatus,
  type CronJob,
  type DaemonSet,
  type Deployment,
  type EndpointSlice,
  type EphemeralContainer,
  type Job,
  type KubernetesList,
  type Namespace,
  type Node,
  type ObjectMeta,
  type Pod,
  type PodLike,
  type PodSpec,
  type PodStatus,
  type PodTemplate,
  type PodTemplateSpec,
  type QuantityInput,
  type QuantityLike,
  type ReplicaSet,
  type ReplicationController,
  type ResourceList,
  type ResourceRequirements,
  type Service,
  type ServiceAccount,
  type StatefulSet,
  toPod,
  type Volume,
} from '@kubesem/core';
import type * as appsTypes from 'kubernetes-types/apps/v1';
import type * as batchTypes from 'kubernetes-types/batch/v1';
import type * as coreTypes from 'kubernetes-types/core/v1';
import type * as discoveryTypes from 'kubernetes-types/discovery/v1';
import type * as metaTypes from 'kubernetes-types/meta/v1';
import { describe, expect, expectTypeOf, test } from 'vitest';

describe('types of @kubernetes/client-node go in', () => {
  test('they are found at all', () => {
    expectTypeOf<client.V1Pod>().not.toBeAny();
    expectTypeOf<client.V1ObjectMeta['creationTimestamp']>().toEqualTypeOf<Date | undefined>();
  });

  test('Pods and their parts', () => {
    expectTypeOf<client.V1Pod>().toExtend<Pod>();
    expectTypeOf<client.V1PodSpec>().toExtend<PodSpec>();
    expectTypeOf<client.V1PodStatus>().toExtend<PodStatus>();
    expectTypeOf<client.V1PodTemplate>().toExtend<PodTemplate>();
    expectTypeOf<client.V1PodTemplateSpec>().toExtend<PodTemplateSpec>();
    expectTypeOf<client.V1Container>().toExtend<Container>();
    expectTypeOf<client.V1EphemeralContainer>().toExtend<EphemeralContainer>();
    expectTypeOf<client.V1ContainerStatus>().toExtend<ContainerStatus>();
    expectTypeOf<client.V1ResourceRequirements>().toExtend<ResourceRequirements>();
    expectTypeOf<client.V1Volume>().toExtend<Volume>();
    expectTypeOf<client.V1ServiceAccount>().toExtend<ServiceAccount>();
    expectTypeOf<client.V1ObjectMeta>().toExtend<ObjectMeta>();
    expectTypeOf<client.V1PodList>().toExtend<KubernetesList<Pod>>();
  });

  test('Pods in any form', () => {
    expectTypeOf<client.V1Pod | client.V1PodSpec | client.V1PodTemplateSpec>().toExtend<PodLike>();
  });

  test('workloads and nodes', () => {
    expectTypeOf<client.V1Deployment>().toExtend<Deployment>();
    expectTypeOf<client.V1StatefulSet>().toExtend<StatefulSet>();
    expectTypeOf<client.V1DaemonSet>().toExtend<DaemonSet>();
    expectTypeOf<client.V1ReplicaSet>().toExtend<ReplicaSet>();
    expectTypeOf<client.V1ReplicationController>().toExtend<ReplicationController>();
    expectTypeOf<client.V1Job>().toExtend<Job>();
    expectTypeOf<client.V1CronJob>().toExtend<CronJob>();
    expectTypeOf<client.V1Node>().toExtend<Node>();
    expectTypeOf<client.V1NodeList>().toExtend<KubernetesList<Node>>();
  });

  test('what DNS is made of', () => {
    expectTypeOf<client.V1Service>().toExtend<Service>();
    expectTypeOf<client.V1EndpointSlice>().toExtend<EndpointSlice>();
    expectTypeOf<client.V1Namespace>().toExtend<Namespace>();
  });
});

describe('types of kubernetes-types go in', () => {
  test('they are found at all', () => {
    expectTypeOf<coreTypes.Pod>().not.toBeAny();
    expectTypeOf<metaTypes.ObjectMeta['creationTimestamp']>().toEqualTypeOf<string | undefined>();
  });

  test('Pods and their parts', () => {
    expectTypeOf<coreTypes.Pod>().toExtend<Pod>();
    expectTypeOf<coreTypes.PodSpec>().toExtend<PodSpec>();
    expectTypeOf<coreTypes.PodStatus>().toExtend<PodStatus>();
    expectTypeOf<coreTypes.PodTemplate>().toExtend<PodTemplate>();
    expectTypeOf<coreTypes.PodTemplateSpec>().toExtend<PodTemplateSpec>();
    expectTypeOf<coreTypes.Container>().toExtend<Container>();
    expectTypeOf<coreTypes.EphemeralContainer>().toExtend<EphemeralContainer>();
    expectTypeOf<coreTypes.ContainerStatus>().toExtend<ContainerStatus>();
    expectTypeOf<coreTypes.ResourceRequirements>().toExtend<ResourceRequirements>();
    expectTypeOf<coreTypes.Volume>().toExtend<Volume>();
    expectTypeOf<coreTypes.ServiceAccount>().toExtend<ServiceAccount>();
    expectTypeOf<metaTypes.ObjectMeta>().toExtend<ObjectMeta>();
    expectTypeOf<coreTypes.PodList>().toExtend<KubernetesList<Pod>>();
  });

  test('Pods in any form', () => {
    expectTypeOf<
      coreTypes.Pod | coreTypes.PodSpec | coreTypes.PodTemplateSpec
    >().toExtend<PodLike>();
  });

  test('workloads and nodes', () => {
    expectTypeOf<appsTypes.Deployment>().toExtend<Deployment>();
    expectTypeOf<appsTypes.StatefulSet>().toExtend<StatefulSet>();
    expectTypeOf<appsTypes.DaemonSet>().toExtend<DaemonSet>();
    expectTypeOf<appsTypes.ReplicaSet>().toExtend<ReplicaSet>();
    expectTypeOf<coreTypes.ReplicationController>().toExtend<ReplicationController>();
    expectTypeOf<batchTypes.Job>().toExtend<Job>();
    expectTypeOf<batchTypes.CronJob>().toExtend<CronJob>();
    expectTypeOf<coreTypes.Node>().toExtend<Node>();
  });

  test('what DNS is made of', () => {
    expectTypeOf<coreTypes.Service>().toExtend<Service>();
    expectTypeOf<discoveryTypes.EndpointSlice>().toExtend<EndpointSlice>();
    expectTypeOf<coreTypes.Namespace>().toExtend<Namespace>();
  });
});

describe('plain data goes in', () => {
  test('what JSON.parse returns', () => {
    expect(toPod(JSON.parse('{"kind":"Pod"}'))).toEqual({ kind: 'Pod' });
  });

  test('literals, with times of either form and quantities of any', () => {
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', creationTimestamp: new Date(0), labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'app',
            env: [{ name: 'A', value: 'b' }],
            resources: { requests: { cpu: 0.5, memory: '1Gi', 'example.com/gpu': 2n } },
          },
        ],
        hostnameOverride: 'web-0',
        resources: { limits: { cpu: null } },
      },
      status: { startTime: '1970-01-01T00:00:00Z', allocatedResources: { cpu: undefined } },
    };
    expect(toPod(pod)).toBe(pod);
  });

  test('variables that were never typed', () => {
    const pod = { metadata: null, spec: { containers: [{ name: 'app', image: 'a:1' }] }, extra: 1 };
    expect(toPod(pod)).toBe(pod);
    expect(toPod(pod.spec).spec).toBe(pod.spec);
  });

  test('constants that are readonly all the way down', () => {
    const pod = {
      metadata: { labels: { app: 'web' } },
      spec: {
        initContainers: [{ name: 'side', restartPolicy: 'Always' }],
        overhead: { cpu: '1m' },
      },
      status: { containerStatuses: [{ name: 'app', resources: { limits: { cpu: 1 } } }] },
    } as const;
    expect(toPod(pod)).toBe(pod);
    expect(toPod(pod.spec).spec).toBe(pod.spec);
  });

  test('fields that are null or undefined', () => {
    const spec: PodSpec = { containers: null, initContainers: undefined, overhead: null };
    expect(toPod(spec)).toEqual({ spec });
    expect(toPod({ metadata: null, spec, status: undefined }).spec).toBe(spec);
  });
});

describe('the compiler rejects', () => {
  test('misspelt fields of literals', () => {
    // @ts-expect-error the field is called requests
    const container: Container = { resources: { request: { cpu: 1 } } };
    // @ts-expect-error the field is called containers
    const pod: Pod = { spec: { container: [container] } };
    expect(toPod(pod)).toBe(pod);
  });

  test('other kinds', () => {
    expectTypeOf<client.V1Service>().not.toExtend<PodLike>();
    expectTypeOf<client.V1Deployment>().not.toExtend<PodLike>();
    expectTypeOf<client.V1Node>().not.toExtend<Pod>();
    expectTypeOf<coreTypes.ConfigMap>().not.toExtend<PodSpec>();
  });

  test('a container instead of a Pod', () => {
    expectTypeOf<client.V1Container>().not.toExtend<PodLike>();
    expectTypeOf<coreTypes.Container>().not.toExtend<PodLike>();
    expectTypeOf<Container>().not.toExtend<PodLike>();
    const container = { name: 'app', image: 'app:1.2', resources: { requests: { cpu: 1 } } };
    // @ts-expect-error a container is not a spec
    expect(() => toPod(container)).toThrow(expect.objectContaining({ code: 'NOT_A_POD' }));
  });

  test('values of another type', () => {
    expectTypeOf<{ cpu: boolean }>().not.toExtend<ResourceList>();
    expectTypeOf<{ creationTimestamp: number }>().not.toExtend<ObjectMeta>();
    expectTypeOf<{ toJSON(): string }>().not.toExtend<QuantityInput>();
    expectTypeOf<{ format: 'BinarySI'; toJSON(): string }>().toExtend<QuantityLike>();
  });
});
