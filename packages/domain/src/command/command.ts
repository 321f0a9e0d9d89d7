import { limits } from '../limits.ts';
import type { LeaseControl } from '../lease/lease.ts';

export const commandStates = [
  'drafted',
  'authorised',
  'sent',
  'accepted',
  'in_progress',
  'succeeded',
  'failed',
  'rejected',
  'expired',
  'unknown',
  'accepted_late',
  'superseded',
] as const;
export type CommandState = (typeof commandStates)[number];

/** The only moves a command can make. `unknown` is resolved from the dock's own state, never by sending again. */
export const commandMoves: Readonly<Record<CommandState, readonly CommandState[]>> = {
  drafted: ['authorised', 'expired', 'rejected', 'failed'],
  authorised: ['sent', 'expired', 'unknown', 'failed', 'succeeded', 'rejected'],
  sent: ['accepted', 'in_progress', 'succeeded', 'failed', 'rejected', 'unknown', 'superseded'],
  accepted: ['in_progress', 'succeeded', 'failed', 'unknown', 'superseded'],
  in_progress: ['succeeded', 'failed', 'unknown', 'superseded'],
  unknown: ['accepted_late', 'in_progress', 'succeeded', 'failed', 'superseded'],
  accepted_late: ['in_progress', 'succeeded', 'failed', 'superseded'],
  succeeded: [],
  failed: [],
  rejected: [],
  expired: [],
  superseded: [],
};
/** States in which a command may still move something: it may leave, is under way, or nobody knows. */
export const openCommandStates = [
  'drafted',
  'authorised',
  'sent',
  'accepted',
  'in_progress',
  'unknown',
  'accepted_late',
] as const satisfies readonly CommandState[];
/** The same without what has not been let out. */
export const releasedCommandStates = openCommandStates.filter((state) => state !== 'drafted');

export const isFinal = (state: CommandState): boolean => commandMoves[state].length === 0;
export const mayMove = (from: CommandState, to: CommandState): boolean => commandMoves[from].includes(to);

/** Methods are the last words of the calls. */
export const commandMethods = [
  'startJob',
  'forceEndJob',
  'flightPause',
  'flightResume',
  'returnHome',
  'returnHomeCancel',
  'hover',
  'startLive',
  'stopLive',
  'switchQuality',
  'setParameter',
  'robotGoTo',
  'robotPatrol',
  'robotReturn',
  'robotStop',
  'coverOpen',
  'coverClose',
  'controlRequest',
  'controlRelease',
  'flightAreasUpdate',
] as const;
export type CommandMethod = (typeof commandMethods)[number];

export interface CommandRule {
  /** From the click to the socket, ms. Past it the command expires and is never sent. */
  ttl: number;
  /** How long to wait for the device's acknowledgement, ms. */
  ack: number;
  /** Which lease it needs; null: none. */
  control: LeaseControl | null;
  /** Needs a nonce from a challenge. */
  confirm: boolean;
  /** Return-home and hover: no lease for holders of `dock:emergency`, no fresh state, no database needed. */
  emergency: boolean;
  /** No lease for holders of `dock:emergency`, and no fresh state; the emergency ones, and what makes a robot stand still. */
  withoutLease: boolean;
  /** The device reports the outcome later by progress or state; otherwise the acknowledgement is the success. */
  tracked: boolean;
}

const rule = (part: Partial<CommandRule>): CommandRule => ({
  ttl: limits.command.ttl,
  ack: limits.command.ack,
  control: 'flight',
  confirm: false,
  emergency: false,
  withoutLease: part.emergency ?? false,
  tracked: true,
  ...part,
});

export const commandRules: Readonly<Record<CommandMethod, CommandRule>> = {
  startJob: rule({ ttl: limits.command.ttlPrepare, ack: limits.command.ackPrepare, confirm: true }),
  forceEndJob: rule({ confirm: true }),
  flightPause: rule({}),
  flightResume: rule({}),
  returnHome: rule({ emergency: true }),
  returnHomeCancel: rule({ confirm: true }),
  hover: rule({ emergency: true }),
  startLive: rule({ control: null, tracked: false }),
  stopLive: rule({ control: null, tracked: false }),
  switchQuality: rule({ control: null, tracked: false }),
  // Judged by what the device holds afterwards; no lease, because nothing moves and the dock has to be idle.
  setParameter: rule({ control: null }),
  // A machine of some hundred kilogrammes sets out: as a flight to a point, it is confirmed.
  robotGoTo: rule({ confirm: true }),
  robotPatrol: rule({ confirm: true }),
  robotReturn: rule({}),
  robotStop: rule({ withoutLease: true }),
  coverOpen: rule({}),
  coverClose: rule({ confirm: true }),
  // Its answer is the pilot's, which the controller reports later.
  controlRequest: rule({}),
  // Giving control back to the pilot needs none.
  controlRelease: rule({ control: null, tracked: false }),
  // The server's own, while the aircraft rests in its dock; how the areas fare the dock reports later.
  flightAreasUpdate: rule({ control: null, tracked: false }),
};

/** What the server orders by itself and no call does. */
export const serverMethods = ['flightAreasUpdate'] as const satisfies readonly CommandMethod[];

/** What only a dock of the Cloud API can be ordered; one of the open contract lacks it. */
export const cloudMethods = [
  'flightPause',
  'flightResume',
  'returnHomeCancel',
  'startLive',
  'stopLive',
  'switchQuality',
  'setParameter',
  'flightAreasUpdate',
] as const satisfies readonly CommandMethod[];

/** What only a device of the open contract is ordered. */
export const openMethods = [
  'robotGoTo',
  'robotPatrol',
  'robotReturn',
  'robotStop',
  'coverOpen',
  'coverClose',
] as const satisfies readonly CommandMethod[];

/** A click is too old, or claims to come from the future. Times are server epoch ms. */
export const isExpired = (method: CommandMethod, issuedAt: number, now: number): boolean =>
  now - issuedAt > commandRules[method].ttl || issuedAt - now > limits.command.futureTolerance;
