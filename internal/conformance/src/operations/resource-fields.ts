import type { PodSpec, ResourceFieldSelector, ResourceList } from '@kubesem/core';
import { emptyDirVolumes, resourceFieldValue } from '@kubesem/resources';
import { attempt } from '../comparison.js';
import {
  emptyDir,
  emptyDirs,
  resourceField,
  resourceFields,
} from '../generators/resource-fields.js';
import type { Json, JsonObject } from '../json.js';
import type { Operation } from '../operation.js';
import { amountDeviation } from './amount-deviation.js';

interface FieldCase {
  readonly pod: { readonly spec: PodSpec };
  readonly container: string;
  readonly ref: ResourceFieldSelector;
  readonly allocatable?: ResourceList;
}

/** A value, or the code for the words of the error. */
function valueOf(answer: Json | undefined): Json | undefined {
  const { error } = (answer ?? {}) as { readonly error?: string };
  if (error === undefined) {
    return answer;
  }
  return error.startsWith('unsupported') ? 'RESOURCE_NOT_SUPPORTED' : 'CONTAINER_NOT_FOUND';
}

const field: Operation = {
  name: 'downward.resourceField',
  program: 'kubernetes',
  examples: resourceFields,
  generate: resourceField,
  compare(input, { out }, comparison) {
    const { pod, container, ref, allocatable } = input as unknown as FieldCase;
    const nodeAllocatable = allocatable ?? {};
    const { env, volume } = out as JsonObject;
    const explain = () => amountDeviation(input);
    if (env !== undefined) {
      const ours = attempt(() => resourceFieldValue(pod, ref, { container, nodeAllocatable }));
      comparison.field('variable', valueOf(env), ours.code ?? ours.value, explain);
    }
    const ours = attempt(() => resourceFieldValue(pod, ref, { nodeAllocatable }));
    comparison.field('file', valueOf(volume), ours.code ?? ours.value, explain);
  },
  kind: (input, { out }) => {
    const { ref, container } = input as unknown as FieldCase;
    const { env, volume } = out as JsonObject;
    const values = [env, volume].map((value) => `${valueOf(value)}`.replace(/\d+/, 'n'));
    return [values, ref.resource, ref.containerName === container, env === volume].join();
  },
};

interface EmptyDirCase {
  readonly pod: { readonly spec: PodSpec };
  readonly sizeLimit?: string;
  readonly allocatable?: ResourceList;
}

const size: Operation = {
  name: 'emptyDir.size',
  program: 'kubernetes',
  examples: emptyDirs,
  generate: emptyDir,
  compare(input, { out }, comparison) {
    const { pod, sizeLimit, allocatable } = input as unknown as EmptyDirCase;
    const volumes = [{ name: 'v', emptyDir: { medium: 'Memory', sizeLimit } }];
    const withVolume = { ...pod, spec: { ...pod.spec, volumes } };
    const [volume] = emptyDirVolumes(withVolume, { nodeAllocatable: allocatable ?? {} });
    const theirs = out as { readonly size: string; readonly bytes: string };
    const isBound = !/^(0|-.*)$/.test(theirs.bytes);
    const explain = () => amountDeviation(input);
    comparison.field(
      'bytes',
      isBound ? theirs.bytes : undefined,
      volume?.size?.value().toString(),
      explain,
    );
    comparison.field('size', isBound ? theirs.size : undefined, volume?.size?.toString(), explain);
  },
  kind: (input) => {
    const { pod, sizeLimit, allocatable } = input as unknown as EmptyDirCase;
    const volumes = [{ name: 'v', emptyDir: { medium: 'Memory', sizeLimit } }];
    const withVolume = { ...pod, spec: { ...pod.spec, volumes } };
    const [volume] = emptyDirVolumes(withVolume, { nodeAllocatable: allocatable ?? {} });
    return `${volume?.rule},${Object.keys(pod.spec).sort()},${sizeLimit === undefined}`;
  },
};

/** What containers are told of their requests and limits, and how large volumes in memory become. */
export const resourceFieldOperations: readonly Operation[] = [field, size];
