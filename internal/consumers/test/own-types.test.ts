// The result of a function that changes a Pod has the caller's own type. Most of this is tested by the compiler.

import type { V1Container, V1Pod, V1PodSpec, V1PodTemplateSpec } from '@kubernetes/client-node';
import { attempt, type Pod, type PodLike, type PodSpec } from '@kubesem/core';
import { applyPodDefaults } from '@kubesem/defaults/pod';
import { podRequests } from '@kubesem/resources';
import type * as coreTypes from 'kubernetes-types/core/v1';
import { describe, expect, expectTypeOf, test } from 'vitest';

/** The type that an app has of its own, with a field that Kubernetes does not know. */
interface OwnPod {
  name: string;
  spec: { containers: { name: string; resources?: { limits?: { cpu?: string } } }[] };
}

const spec = { containers: [{ name: 'app', resources: { limits: { cpu: '0.5' } } }] };
const filled = [{ name: 'app', resources: { limits: { cpu: '500m' }, requests: { cpu: '500m' } } }];

describe('applyPodDefaults returns', () => {
  test('a V1Pod for a V1Pod, and so on', () => {
    expectTypeOf(applyPodDefaults<V1Pod>).returns.toEqualTypeOf<V1Pod>();
    expectTypeOf(applyPodDefaults<V1PodSpec>).returns.toEqualTypeOf<V1PodSpec>();
    expectTypeOf(applyPodDefaults<V1PodTemplateSpec>).returns.toEqualTypeOf<V1PodTemplateSpec>();
    expectTypeOf(applyPodDefaults<coreTypes.Pod>).returns.toEqualTypeOf<coreTypes.Pod>();
    const pod: V1Pod = applyPodDefaults({ spec } as V1Pod);
    expect(pod.spec?.containers).toMatchObject(filled);
  });

  test('an interface of the app for such an interface', () => {
    const own: OwnPod = { name: 'web', spec };
    const pod = applyPodDefaults(own);
    expectTypeOf(pod).toEqualTypeOf<OwnPod>();
    expect(pod).toMatchObject({ name: 'web', spec: { containers: filled } });
  });

  test('a Pod or a spec of any form for one', () => {
    const podLike: PodLike = { spec } as PodLike;
    expectTypeOf(applyPodDefaults(podLike)).toEqualTypeOf<PodLike>();
    expect(podRequests(applyPodDefaults(podLike)).cpu?.toString()).toBe('500m');
  });

  test('a Pod or a spec for a literal or an untyped variable', () => {
    expectTypeOf(applyPodDefaults({ spec })).toEqualTypeOf<Pod>();
    expectTypeOf(applyPodDefaults({ metadata: { name: 'web' }, spec })).toEqualTypeOf<Pod>();
    expectTypeOf(applyPodDefaults(spec)).toEqualTypeOf<PodSpec>();
    expect(applyPodDefaults(spec)).toMatchObject({ containers: filled });
  });

  test('the same in an attempt', () => {
    const { value } = attempt(() => applyPodDefaults({ spec } as V1Pod));
    expectTypeOf(value).toEqualTypeOf<V1Pod | undefined>();
    expectTypeOf(attempt(() => applyPodDefaults(spec)).value).toEqualTypeOf<PodSpec | undefined>();
    expect(value?.spec?.containers).toMatchObject(filled);
  });
});

describe('the compiler rejects', () => {
  test('a misspelt field in a literal', () => {
    // @ts-expect-error the field is called hostNetwork
    applyPodDefaults({ spec: { containers: [], hostNetwrok: true } });
    // @ts-expect-error the field is called resources
    applyPodDefaults({ containers: [{ name: 'app', resource: {} }] });
    // @ts-expect-error the field is called requests
    applyPodDefaults({ spec: { containers: [{ resources: { request: {} } }] } });
  });

  test('a container', () => {
    const container = { name: 'app', image: 'app:1.2' } as V1Container;
    // @ts-expect-error a container is not a Pod
    expect(attempt(() => applyPodDefaults(container)).error?.code).toBe('NOT_A_POD');
  });
});
