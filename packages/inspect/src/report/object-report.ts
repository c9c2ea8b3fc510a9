import { type FieldPathSegment, fieldPath, type Pod } from '@kubesem/core';
import {
  type ImageProblem,
  type PodImageWarning,
  podCredentialWarnings,
  podImageWarnings,
  validatePodImages,
} from '@kubesem/image';
import type { PlacedObject, Position } from '@kubesem/manifests';
import { describeValue, type JSONObject, type JSONValue } from '@kubesem/manifests';
import { podQosClass } from '@kubesem/qos';
import {
  applyPodDefaults,
  type PodResourceProblem,
  type PodResourceWarning,
  podResourceWarnings,
  validatePodResources,
} from '@kubesem/resources';
import { controllersOf } from './controller.js';
import { Fields } from './fields.js';
import type { InspectOptions } from './inspect.js';
import type { PodKind } from './kinds.js';
import { imagesOf, reportPod, storedQosClass } from './pod-report.js';
import type { Problem, ProblemCode } from './problem.js';
import type { ObjectIdentity, ObjectReport, PodReport } from './report.js';
import { unknownFields } from './unknown-fields.js';
import { segmentsOf } from './written-path.js';

type Path = readonly FieldPathSegment[];

/** Says which object it is. Names of the wrong type are read as empty, for an object of which nothing else is read. */
export function identify(placed: PlacedObject, fields: Fields): ObjectIdentity {
  const { document, base, apiVersion, kind } = placed;
  const { line, column } = document.positionOf(base);
  const generated = fields.text('metadata', 'generateName');
  return {
    file: document.file,
    line,
    column,
    ...(base.length > 0 ? { item: fieldPath(...base) } : {}),
    apiVersion,
    kind,
    namespace: fields.text('metadata', 'namespace') || 'default',
    name: fields.text('metadata', 'name') || (generated === '' ? '' : `${generated}*`),
  };
}

/** Reports on an object of a kind that is a Pod or carries a template for Pods. */
export function reportObject(
  placed: PlacedObject,
  kind: PodKind,
  { explain = false, credentials, onPod }: InspectOptions,
): ObjectReport {
  const fields = new Fields(placed.object);
  const identity = identify(placed, fields);
  const uid = fields.text('metadata', 'uid');
  const controllers = controllersOf(fields);
  const pods = kind.pods(fields);
  const isStored = uid !== '';
  // A template gets its defaults when a Pod is made from it, however long it has been stored.
  const defaulted = !isStored || kind.template.length > 0;
  const problems = new ProblemList(placed);
  const template = readTemplate(fields, kind, problems);
  for (const { path, expected } of fields.issues) {
    problems.add('error', 'INVALID_TYPE', path, `expected ${expected}`);
  }
  const pod = template && judgePod(template, kind.template, !defaulted, problems);
  const report = pod && reportPod(pod, !defaulted, explain);
  const object: ObjectReport = {
    ...identity,
    origin: isStored ? 'stored' : 'manifest',
    defaulted,
    pods,
    ...(report === undefined ? {} : { pod: report }),
    problems: problems.all,
    ...(isStored ? { uid } : {}),
    ...controllers,
  };
  if (pod !== undefined) {
    onPod?.(pod, object);
    credentials?.judgeLater(object, (podKeyring) => {
      const found = new ProblemList(placed);
      const { keyring, warnings, kubeletRefuses } = podKeyring(pod, identity.namespace, defaulted);
      for (const warning of [...warnings, ...podCredentialWarnings(pod, keyring)]) {
        found.addFound('warning', warning, pod, kind.template);
      }
      const images = imagesOf(pod, kubeletRefuses ? undefined : keyring);
      return {
        ...object,
        pod: { ...(report as PodReport), images },
        problems: [...object.problems, ...found.all],
      };
    });
  }
  return object;
}

/** Takes the Pod or Pod template out of an object of any kind; undefined if there is none. */
function readTemplate(
  fields: Fields,
  { template }: PodKind,
  problems: ProblemList,
): Pod | undefined {
  const specPath = [...template, 'spec'];
  const spec = fields.object(...specPath);
  const containers = spec?.containers ?? [];
  if (Array.isArray(containers) && containers.length === 0 && fields.issues.length === 0) {
    const path = spec === undefined ? specPath : [...specPath, 'containers'];
    problems.add('error', 'REQUIRED', path, 'expected at least one container');
  }
  if (spec === undefined) {
    return undefined;
  }
  // A template is not a Pod, which has a kind and a status besides.
  const metadata = fields.object(...template)?.metadata ?? null;
  const pod = template.length === 0 ? fields.root : { metadata, spec };
  return pod as JSONObject as Pod;
}

/** Finds what is wrong with a Pod, and gives it its defaults unless it is stored; undefined if it is broken. */
function judgePod(pod: Pod, base: Path, isStored: boolean, problems: ProblemList): Pod | undefined {
  // The libraries read some of the same fields.
  const ofResources = validatePodResources(pod);
  const known = new Set(ofResources.map(({ path }) => path));
  const ofImages = validatePodImages(pod).filter(({ path }) => !known.has(path));
  for (const problem of [...ofResources, ...ofImages]) {
    problems.addFound('error', problem, pod, base);
  }
  // Up to here there are no warnings.
  if (problems.all.length > 0) {
    return undefined;
  }
  for (const path of unknownFields(pod.spec ?? {})) {
    const message = 'no field of Kubernetes is called so, and kubectl refuses it';
    problems.add('warning', 'UNKNOWN_FIELD', [...base, 'spec', ...path], message);
  }
  for (const warning of [...podResourceWarnings(pod), ...podImageWarnings(pod)]) {
    problems.addFound('warning', warning, pod, base);
  }
  if (!isStored) {
    return applyPodDefaults(pod);
  }
  const storedClass = storedQosClass(pod);
  const qosClass = podQosClass(pod);
  if (storedClass !== undefined && storedClass !== qosClass) {
    const message = `its QoS class was fixed as ${storedClass}; a new Pod like it would be ${qosClass}`;
    problems.add('warning', 'STATUS_DIFFERS', ['status', 'qosClass'], message);
  }
  return pod;
}

/** Collects the problems of one object, with their places. */
class ProblemList {
  readonly all: Problem[] = [];

  constructor(private readonly placed: PlacedObject) {}

  /** Adds a problem of the field at a path in the object. */
  add(severity: Problem['severity'], code: ProblemCode, path: Path, message: string): void {
    this.push(path, { severity, code, message, path: fieldPath(...path) });
  }

  /** Adds what a library found in a Pod that stands at `base` in the object. */
  addFound(
    severity: Problem['severity'],
    found: PodResourceProblem | PodResourceWarning | ImageProblem | PodImageWarning,
    pod: Pod,
    base: Path,
  ): void {
    const { code, path, value, message } = found;
    const apiServer = 'apiServer' in found ? found.apiServer : undefined;
    // Some of what a Pod may not hold a template may.
    const what = base.length === 0 ? 'this' : 'this in a Pod';
    const remark = apiServer === 'refuses' ? `; the API server refuses ${what}` : '';
    this.push([...base, ...segmentsOf(pod, path)], {
      severity,
      // Of problems it is a string by its type; its values are documented.
      code: code as ProblemCode,
      message: `${message}${remark}`,
      // What a default has filled in does not stand in the text, and is named all the same.
      path: [fieldPath(...base), path].filter((part) => part !== '').join('.'),
      ...(value === undefined ? {} : { value }),
      ...(apiServer === undefined ? {} : { apiServer }),
    });
  }

  private push(
    segments: Path,
    { message, ...problem }: Omit<Problem, keyof Position | 'file'> & { readonly path: string },
  ): void {
    const { document, base, object } = this.placed;
    const value = valueAt(object, segments);
    // The text of a value of another type would look like a string in quotes.
    const isOfWrongType =
      problem.code === 'INVALID_TYPE' ||
      (problem.code === 'INVALID_QUANTITY' && typeof value !== 'string');
    const quoted = problem.value === undefined ? '' : ` ${JSON.stringify(problem.value)}`;
    const text = isOfWrongType
      ? `: ${message}, found ${describeValue(value)}`
      : `${quoted}: ${message}`;
    this.all.push({
      ...problem,
      message: `${problem.path}${text}`,
      file: document.file,
      ...document.positionOf([...base, ...segments]),
    });
  }
}

/** The value at a path that is in an object. */
function valueAt(object: JSONObject, path: Path): JSONValue | undefined {
  return path.reduce<JSONValue | undefined>(
    (value, segment) => (value as JSONObject | undefined)?.[segment],
    object,
  );
}
