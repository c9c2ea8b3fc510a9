import { apiGroupOf, dns1123SubdomainErrors, type MetricValue } from '@kubesem/core';
import { NAMESPACE } from '@kubesem/core/kinds';
import type { JSONObject } from '@kubesem/manifests';
import type { MetricAnswer } from '@kubesem/workloads';
import type { MetricQuery } from '@kubesem/workloads/internal';
import { NoAnswerError } from '../no-answer.js';
import { InputError } from '../sources.js';
import {
  type ApiServer,
  type ClusterFlags,
  connect,
  encodeSegment,
  segmentErrors,
} from './connect.js';
import { isObject, parseAnswer } from './read.js';

const CUSTOM = 'custom.metrics.k8s.io';
const EXTERNAL = 'external.metrics.k8s.io';
/** Source: `k8s.io/metrics/pkg/client/custom_metrics` v0.37.1, `MetricVersions`. */
const VERSIONS = [`${CUSTOM}/v1beta2`, `${CUSTOM}/v1beta1`];

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
   * @param queries - the metrics of one autoscaler; undefined for one that is not asked for
   * @returns the values, or the error of the controller, for each metric
   * @throws NoAnswerError if the server does not answer this user
   */
  async read(
    queries: readonly (MetricQuery | undefined)[],
  ): Promise<readonly (MetricAnswer | undefined)[]> {
    const answers: (MetricAnswer | undefined)[] = [];
    for (const query of queries) {
      answers.push(query && (await this.answer(query)));
    }
    return answers;
  }

  private async answer(query: MetricQuery): Promise<MetricAnswer> {
    const { of } = query;
    try {
      return of === undefined
        ? { external: await this.external(query) }
        : { custom: await this.custom(query, of) };
    } catch (error) {
      if (!(error instanceof MetricsApiError)) {
        throw error;
      }
      return { error: error.message };
    }
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
      const resources = (await this.get(path, kind, undefined, true))?.body.resources;
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
   * Gets an object; undefined if the server does not have it. If `what` is given, that is an error of the controller, which a
   * failure of the server is as well. The server answers this user, but not the controller, that it may not ask.
   */
  private async get(
    path: string,
    title: string,
    what?: string,
    mayFail = false,
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
    const { status } = answer;
    const isRefused = [401, 403, 429].includes(status);
    if (what !== undefined && status !== 200 && !isRefused) {
      const text = message || genericMessage(status, what, answer.body);
      throw new MetricsApiError(server.redact(text));
    }
    // The mapper of the controller knows nothing of a version that fails.
    if (status === 404 || (mayFail && status >= 500)) {
      return undefined;
    }
    if (status !== 200) {
      return fail(`the server answered ${status}${message && `: ${message}`}`);
    }
    return { body };
  }
}

const GENERIC: { readonly [status: number]: string } = {
  400: 'the server rejected our request for an unknown reason',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  422: 'the server rejected our request due to an error in our request',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

/** Source: `k8s.io/apimachinery/pkg/api/errors` v0.37.1, `NewGenericServerResponse`. */
function genericMessage(status: number, what: string, body: string): string {
  const cause = body.trim().startsWith('{') ? 'unknown' : body.trim();
  const other =
    status >= 500
      ? `an error on the server (${JSON.stringify(cause)}) has prevented the request from succeeding`
      : `the server responded with the status code ${status} but did not return more information`;
  return `${GENERIC[status] ?? other} (get ${what})`;
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

/** Source: `k8s.io/apimachinery/pkg/runtime/schema` v0.37.1, `FromAPIVersionAndKind`: an invalid version has no group. */
function groupOf(apiVersion: string): string {
  return /\/.*\//.test(apiVersion) ? '' : apiGroupOf(apiVersion);
}

/** In `v1beta1`, the name of the metric is a field of the value. */
export function withMetric(value: JSONObject): MetricValue {
  const { metric, metricName } = value;
  return typeof metricName === 'string' && !metric
    ? ({ ...value, metric: { name: metricName } } as MetricValue)
    : (value as MetricValue);
}
