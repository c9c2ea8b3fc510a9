import type {
  ApfRequestOptions,
  EstimationContext,
  RequestDigest,
  WorkEstimate,
} from '@kubesem/apf';
import { estimateWork, requestFromUrl, requestUser, type WorkEstimateContext } from '@kubesem/apf';
import type { ScenarioFlow, ScenarioWork } from '../scenario/scenario.js';
import type { Account } from './simulation-recorder.js';

const DEFAULT_TIMEOUT_SECONDS = 60;

/** Who sends requests that are all alike. */
export interface SimulatedClient {
  /** Name of its flow in the result. */
  readonly flow: string;
  /** What it asks. */
  readonly digest: RequestDigest;
  /** How its requests are treated. */
  readonly options: ApfRequestOptions;
  /** The work of its latest request, as the controller took it. */
  lastWork: WorkEstimate;
  /** Where its latest request was counted: the next one, most likely, too. */
  account: Account | undefined;
}

/** How much work the requests of a client are. */
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
 * Prepares a client. What is estimated is estimated once for each bound that a level sets.
 *
 * @param flow - name of its flow
 * @param digest - what it asks
 * @param url - the same as a URL
 * @param given - how much work that is
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
      client.lastWork = estimateWork(digest.requestInfo, url, { ...given.estimate, maxSeats });
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
 * Prepares the clients of a flow.
 *
 * @param flow - of a scenario
 * @returns one client for each number
 */
export function clientsOf(flow: ScenarioFlow): SimulatedClient[] {
  const { method, url, user } = flow.request;
  return Array.from({ length: flow.clients ?? 1 }, (_, index) => {
    const numbered = (text: string): string => text.split('{client}').join(String(index + 1));
    const ownUrl = numbered(url);
    const sender = requestUser(numbered(user.name), user.groups ?? []);
    const digest = requestFromUrl(method ?? 'GET', ownUrl, sender);
    return simulatedClient(flow.name, digest, ownUrl, flow);
  });
}
