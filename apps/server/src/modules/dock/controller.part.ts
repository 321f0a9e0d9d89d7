import type { Charge, ConsentState } from '@eyrie/domain';

/** The pilot's consent to control from here, as it stands. */
export interface Consent {
  state: ConsentState;
  memberOID: string;
  memberName: string;
  commandOID: string;
  /** Number of the lease under which it was asked for: it covers nobody who takes control later. */
  epoch: number | null;
  /** Business id of the request. */
  bid: string;
  /** Server epoch ms. */
  since: number;
  /** Monotonic ms until which the pilot may answer. */
  until: number;
}

/** What a gateway holds of a remote controller beside what every link has. */
export interface ControllerPart {
  consent: Consent | null;
  /** Business ids of requests that are over: an answer to one of these is no answer to the present one. */
  formerBids: readonly string[];
  charges: readonly Charge[];
  /** The aircraft that its topology named last; null: none. */
  named: { sn: string; key: string | null; triedAt: number } | null;
}

export const openController = (): ControllerPart => ({
  consent: null,
  formerBids: [],
  charges: [],
  named: null,
});
