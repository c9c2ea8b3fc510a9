import { podLimits } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { asking, limited, sidecar } from '../pods.js';

describe('podLimits', () => {
  test('adds up what is set; a missing limit is not the highest, as the documentation has it', () => {
    const spec = {
      initContainers: [asking('init', { memory: '1Ti' })],
      containers: [limited('web', { memory: '1Gi' }), asking('log', { memory: '1Ti' })],
    };
    expect(text(podLimits(spec))).toEqual({ memory: '1Gi' });
  });

  test('init containers and sidecars count as for requests', () => {
    const spec = {
      initContainers: [sidecar(limited('proxy', { cpu: '300m' })), limited('init', { cpu: '2' })],
      containers: [limited('web', { cpu: '1' })],
    };
    expect(text(podLimits(spec))).toEqual({ cpu: '2300m' });
  });

  test('overhead is added to limits that are there and not zero', () => {
    const spec = {
      containers: [limited('web', { cpu: '1', 'example.com/gpu': '0' })],
      overhead: { cpu: '250m', memory: '120Mi', 'example.com/gpu': '3' },
    };
    expect(text(podLimits(spec))).toEqual({ cpu: '1250m', 'example.com/gpu': '0' });
    expect(text(podLimits(spec, { excludeOverhead: true }))).toEqual({
      cpu: '1',
      'example.com/gpu': '0',
    });
  });

  test('options that are about requests change nothing', () => {
    const spec = { containers: [limited('web', { cpu: '1' })] };
    const nonMissingContainerRequests = { cpu: '100m', memory: '200Mi' };
    const options = { nonMissingContainerRequests, skipContainerLevelResources: true };
    expect(text(podLimits(spec, options))).toEqual({ cpu: '1' });
  });
});
