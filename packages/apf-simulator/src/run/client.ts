import type {
  ApfRequestOptions,
  EstimationContext,
  RequestDigest,
  WorkEstimate,
} from '@kubesem/apf';
import { requestFromUrl, requestUser, type WorkEstimateContext, workEstimate } from '@kubesem/apf';
import type { ScenarioFlow, ScenarioWork } from '../scenario/scenario.js';
import type { Account } from './recorder.js';

const DEFAULT_TIMEOUT_SECONDS = 60;

/** A client whose requests are all equal. */
export interface SimulatedClient {
  /** Name of its flow in the result. */
  readonly flow: string;
  /** What it asks for. */
  readonly digest: RequestDigest;
  /** Options of its requests. */
  readonly options: ApfRequestOptions;
  /** Work of its latest request, as passed to the controller. */
  lastWork: WorkEstimate;
  /** Where its latest request was counted; most likely the next one is counted there again. */
  account: Account | undefined;
}

/** The work of the requests of a client. */
interface ClientWork {
  readonly work?: ScenarioWork | null | undefined;
  readonly estimate?: WorkEstimateContext | null | undefined;
  readonly timeoutSeconds?: number | null | undefined;
}

function givenWork(work: ScenarioWork): WorkEstimate {
  return {
    initialSeats: work.seats ?? 1,
    finalSeats: work.finalSeats ?? 0,
    additionalLatencyNs: Math.round((work.additionalLatencySeconds ?? 0) * 1e9),
  };
}

/**
 * Makes a client. The work of its requests is estimated once for each limit of a level.
 *
 * @param flow - name of its flow
 * @param digest - what it asks for
 * @param url - the URL of its requests
 * @param given - the work of its requests
 * @returns the client
 */
export function simulatedClient(
  flow: string,
  digest: RequestDigest,
  url: string,
  given: ClientWork,
): SimulatedClient {
  const fixed = given.work ? givenWork(given.work) : undefined;
  let knownMaxSeats = -1;
  const work = ({ maxSeats }: EstimationContext): WorkEstimate => {
    if (fixed === undefined && maxSeats !== knownMaxSeats) {
      knownMaxSeats = maxSeats;
      client.lastWork = workEstimate(digest.requestInfo, url, { ...given.estimate, maxSeats });
    }
    return client.lastWork;
  };
  const timeoutMs = (given.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
  const client: SimulatedClient = {
    flow,
    digest,
    options: { work, timeoutMs },
    lastWork: fixed ?? givenWork({}),
    account: undefined,
  };
  return client;
}

/**
 * Makes the clients of a flow.
 *
 * @param flow - a flow of a scenario
 * @returns the clients, numbered from 1
 */
export function clientsOf(flow: ScenarioFlow): SimulatedClient[] {
  const { method = 'GET', url, user } = flow.request;
  return Array.from({ length: flow.clients ?? 1 }, (_, index) => {
    const numbered = (text: string): string => text.split('{client}').join(String(index + 1));
    const ownUrl = numbered(url);
    const sender = requestUser(numbered(user.name), user.groups ?? []);
    const digest = requestFromUrl(method, ownUrl, sender);
    return simulatedClient(flow.name, digest, ownUrl, flow);
  });
}
