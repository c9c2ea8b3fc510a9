import type { Family } from '../addresses/address.js';
import type { HintsOutcome } from './topology.js';

/** An event that the controller records on the Service. */
export interface HintsEvent {
  /** `Normal` or `Warning`. */
  readonly type: 'Normal' | 'Warning';
  /** Whether the hints are now in use. */
  readonly reason: 'TopologyAwareHintsEnabled' | 'TopologyAwareHintsDisabled';
  /** The message of the controller. */
  readonly message: string;
}

/**
 * Returns the event about the hints of a family.
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `TopologyAwareHintsEnabled` and the other messages.
 */
export function hintsEvent(
  { reason, ready, zones }: Pick<HintsOutcome, 'reason' | 'ready'> & { readonly zones: number },
  family: Family,
): HintsEvent {
  const numbers = `(${ready} endpoints, ${zones} zones)`;
  const texts = {
    INSUFFICIENT_NODES:
      'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes',
    TOO_FEW_ENDPOINTS: `Insufficient number of endpoints ${numbers}`,
    OVERLOAD: `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${numbers}`,
    NO_ZONE: 'One or more endpoints do not have a zone specified',
  };
  const message = reason === undefined ? 'Topology Aware Hints has been enabled' : texts[reason];
  const isEnabled = reason === undefined;
  return {
    type: isEnabled ? 'Normal' : 'Warning',
    reason: isEnabled ? 'TopologyAwareHintsEnabled' : 'TopologyAwareHintsDisabled',
    message: `${message}, addressType: ${family}`,
  };
}
