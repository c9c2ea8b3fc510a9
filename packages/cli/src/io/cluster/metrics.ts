import {
  apiGroupOf,
  dns1123SubdomainErrors,
  type ExternalMetricValue,
  type MetricValue,
} from '@kubesem/core';
import { NAMESPACE } from '@kubesem/core/kinds';
import type { JSONObject } from '@kubesem/manifests';
import { NoAnswerError } from '../no-answer.js';
import { InputError } from '../sources.js';
import { type ApiServer, type ClusterFlags, connect } from './connect.js';
import { isObject, parseAnswer } from './read.js';
import { encodeSegment, segmentErrors } from './segments.js';

const CUSTOM = 'custom.metrics.k8s.io';
const EXTERNAL = 'external.metrics.k8s.io';
/** Source: `k8s.io/metrics/pkg/client/custom_metrics` v0.37.1, `MetricVersions`. */
const VERSIONS = [`${CUSTOM}/v1beta2`, `${CUSTOM}/v1beta1`];

/** A metric that an autoscaler asks for. */
export interface MetricQuery {
  readonly namespace: string;
  readonly metric: string;
  /** Selects series of the metric, as text. */
  readonly selector: string;
  /** What a custom metric is about; absent for an external metric. */
  readonly of?:
    | { readonly kind: string; readonly apiVersion: string; readonly name: string }
    /** Pods that labels select. */
    | { readonly podSelector: string }
    | undefined;
}

/** What the metrics APIs answer; each error belongs to the metric of its name. */
export interface MetricAnswers {
  readonly custom: readonly MetricValue[];
  readonly external: readonly ExternalMetricValue[];
  readonly customErrors: { readonly [metric: string]: string };
  readonly externalErrors: { readonly [metric: string]: string };
}

/** The controller gets an error of the API instead of a metric. */
class MetricsApiError extends Error {}

/** Reads metrics of a cluster, as the HorizontalPodAutoscaler controller does. */
export class MetricsReader {
  private readonly flags: ClusterFlags;
  private server: Promise<ApiServer> | undefined;
  private version: Promise<string> | undefined;

  /**
   * Connects when it is asked first.
   *
   * @param flags - the cluster
   */
  constructor(flags: ClusterFlags) {
    this.flags = flags;
  }

  /**
   * Asks for metrics.
   *
   * @param queries - the metrics of one autoscaler
   * @returns the values, and the errors of the controller
   * @throws NoAnswerError if the server does not answer this user
   */
  async read(queries: readonly MetricQuery[]): Promise<MetricAnswers> {
    const custom: MetricValue[][] = [];
    const external: ExternalMetricValue[][] = [];
    const customErrors = Object.create(null) as Record<string, string>;
    const externalErrors = Object.create(null) as Record<string, string>;
    for (const query of queries) {
      const { metric, of } = query;
      try {
        if (of === undefined) {
          external.push(await this.external(query));
        } else {
          custom.push(await this.custom(query, of));
        }
      } catch (error) {
        if (!(error instanceof MetricsApiError)) {
          throw error;
        }
        (of === undefined ? externalErrors : customErrors)[metric] = error.message;
      }
    }
    return { custom: custom.flat(), external: external.flat(), customErrors, externalErrors };
  }

  /** Source: `k8s.io/metrics/pkg/client/external_metrics` v0.37.1, `List`. */
  private async external({ namespace, metric, selector }: MetricQuery): Promise<JSONObject[]> {
    const names = `${segment('namespace', namespace)}/${segment('resource', metric)}`;
    const path = `/apis/${EXTERNAL}/v1beta1/namespaces/${names}`;
    return this.list(path, { labelSelector: selector }, metric, `${metric}.${EXTERNAL}`);
  }

  /** Source: `k8s.io/metrics/pkg/client/custom_metrics` v0.37.1, `GetForObject` and `GetForObjects`. */
  private async custom(
    { namespace, metric, selector: metricLabelSelector }: MetricQuery,
    of: NonNullable<MetricQuery['of']>,
  ): Promise<MetricValue[]> {
    const version = await (this.version ??= this.customVersion());
    const base = `/apis/${version}/namespaces/${segment('namespace', namespace)}`;
    const ask = async (path: string, query: Query, what: string): Promise<MetricValue[]> =>
      (await this.list(`${base}/${path}`, query, metric, what)).map(withMetric);
    if ('podSelector' in of) {
      const query = { labelSelector: of.podSelector, metricLabelSelector };
      return ask(`pods/*/${segment('subresource', metric)}`, query, `pods.${CUSTOM} *`);
    }
    const { kind, apiVersion, name } = of;
    const group = groupOf(apiVersion);
    const isNamespace = kind === NAMESPACE.kind && group === '';
    const resource = isNamespace ? 'metrics' : await this.resource(kind, group);
    const [path, what] = isNamespace
      ? [`metrics/${segment('resource name', metric)}`, `metrics.${CUSTOM} ${metric}`]
      : [
          `${resource}/${segment('resource name', name)}/${segment('subresource', metric)}`,
          `${resource.split('.')[0]}.${CUSTOM} ${name}`,
        ];
    const found = await ask(path, { metricLabelSelector }, what);
    if (found.length !== 1) {
      throw new MetricsApiError(
        `the custom metrics API server returned ${found.length} results when we asked for exactly one`,
      );
    }
    return found;
  }

  /** Source: `k8s.io/metrics/pkg/client/custom_metrics` v0.37.1, `chooseVersion`. */
  private async customVersion(): Promise<string> {
    const versions = await this.versionsOf(CUSTOM);
    if (versions === undefined) {
      throw new MetricsApiError(`no custom metrics API (${CUSTOM}) registered`);
    }
    const found = versions.find((each) => VERSIONS.includes(each));
    if (found === undefined) {
      throw new MetricsApiError('no known available metric versions found');
    }
    return found;
  }

  /** The versions of a group that the server has, such as `apps/v1`, the preferred one first. */
  private async versionsOf(group: string): Promise<string[] | undefined> {
    const found = await this.get(`/apis/${group}`, group);
    const { preferredVersion, versions } = found?.body ?? {};
    return (
      found &&
      [preferredVersion, ...(Array.isArray(versions) ? versions : [])]
        .map((each) => (isObject(each) ? each.groupVersion : undefined))
        .filter((each) => typeof each === 'string')
    );
  }

  /**
   * Finds the resource of a kind in any version of its group, such as `deployments.apps`.
   *
   * Source: `k8s.io/metrics/pkg/client/custom_metrics` v0.37.1, `qualResourceForKind`.
   */
  private async resource(kind: string, group: string): Promise<string> {
    const versions =
      dns1123SubdomainErrors(group).length === 0 ? ((await this.versionsOf(group)) ?? []) : [];
    const paths =
      group === '' ? ['/api/v1'] : [...new Set(versions)].map((each) => `/apis/${each}`);
    for (const path of paths) {
      const resources = (await this.get(path, kind))?.body.resources;
      const found = (Array.isArray(resources) ? resources : []).find(
        (each) => isObject(each) && each.kind === kind && !String(each.name).includes('/'),
      ) as JSONObject | undefined;
      if (typeof found?.name === 'string') {
        return segment('resource', group === '' ? found.name : `${found.name}.${group}`);
      }
    }
    const title = group === '' ? kind : `${kind}.${group}`;
    const cause = `no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(group)}`;
    throw new MetricsApiError(`unable to map kind ${title} to resource: ${cause}`);
  }

  private async list(
    path: string,
    query: Query,
    metric: string,
    what: string,
  ): Promise<JSONObject[]> {
    const params = Object.entries(query).filter(([, text]) => text !== '');
    const search = params.length === 0 ? '' : `?${new URLSearchParams(params)}`;
    const answer = await this.get(`${path}${search}`, `metric ${metric}`, what);
    return (Array.isArray(answer?.body.items) ? answer.body.items : []).filter(isObject);
  }

  /**
   * Gets an object; undefined if the server does not have it. If `what` is given, that is an error of the controller.
   *
   * Source: `k8s.io/apimachinery/pkg/api/errors` v0.37.1, `NewGenericServerResponse`.
   */
  private async get(
    path: string,
    title: string,
    what?: string,
  ): Promise<{ readonly body: JSONObject } | undefined> {
    const server = await (this.server ??= connect(this.flags));
    const fail = (cause: string): never => {
      const text = server.redact(`cannot read ${title}: ${cause}`);
      throw new NoAnswerError(`context ${server.context}: ${text}; without it there is no answer`);
    };
    let answer: { readonly status: number; readonly body: string };
    try {
      answer = await server.get(path);
    } catch (error) {
      return fail(error instanceof InputError ? error.message : String(error));
    }
    const body = parseAnswer(answer.body);
    const message = typeof body.message === 'string' && body.message !== '' ? body.message : '';
    if (answer.status === 404) {
      if (what !== undefined) {
        const generic = `the server could not find the requested resource (get ${what})`;
        throw new MetricsApiError(message || generic);
      }
      return undefined;
    }
    if (answer.status !== 200) {
      return fail(`the server answered ${answer.status}${message && `: ${message}`}`);
    }
    return { body };
  }
}

type Query = Readonly<Record<string, string>>;

/**
 * The names of the input can be anything; the client of the controller sends no request with a wrong one.
 *
 * Source: `k8s.io/client-go/rest` v0.37.1, `Request.Resource`, `Name` and `SubResource`.
 */
function segment(what: string, name: string): string {
  const errors = segmentErrors(name);
  if (name === '' && what === 'resource name') {
    throw new MetricsApiError('resource name may not be empty');
  }
  if (errors.length > 0) {
    throw new MetricsApiError(`invalid ${what} ${JSON.stringify(name)}: [${errors.join(' ')}]`);
  }
  return encodeSegment(name);
}

/** Source: `k8s.io/apimachinery/pkg/runtime/schema` v0.37.1, `FromAPIVersionAndKind`: what is no version has no group. */
function groupOf(apiVersion: string): string {
  return apiVersion.split('/').length > 2 ? '' : apiGroupOf(apiVersion);
}

/** In `v1beta1`, the name of the metric is a field of the value. */
export function withMetric(value: JSONObject): MetricValue {
  const { metric, metricName } = value;
  return typeof metricName === 'string' && !metric
    ? ({ ...value, metric: { name: metricName } } as MetricValue)
    : (value as MetricValue);
}
