import type { OrderFacts } from '../command/order.ts';
import type { RefusalReason } from '../envelope.ts';

/** Whose log files: of the dock itself, or of the aircraft in it. */
export const logModules = ['dock', 'drone'] as const;
export type LogModule = (typeof logModules)[number];

export const logStates = ['notUploaded', 'uploading', 'uploaded', 'cancelled', 'failed'] as const;
export type LogState = (typeof logStates)[number];

/** An upload that may still become anything. */
export const openLogStates = ['notUploaded', 'uploading'] as const satisfies readonly LogState[];

/** What a dock is at with a file. */
export const logSteps = ['pulling', 'packing', 'sending'] as const;
export type LogStep = (typeof logSteps)[number];

/** Why an upload came to nothing. */
export const logFaults = [
  /** The dock said so, with a number where it gave one. */
  'refused',
  /** The order did not reach it. */
  'notSent',
  /** It fell silent. */
  'silent',
  /** It said done, and nothing was stored. */
  'missing',
  /** What was stored has another size than the dock named. */
  'sizeDiffers',
] as const;
export type LogFault = (typeof logFaults)[number];

/** What a dock says of one file. */
export interface LogReport {
  state: 'uploading' | 'done' | 'failed' | 'cancelled';
  percent: number | null;
  step: LogStep | null;
  /** Bytes that the dock means to store; null: it named none. */
  size: number | null;
  code: number | null;
}

/** How an upload stands after a word of the dock; null: as before, because it is over or the word says nothing new. */
export const afterReport = (
  now: { state: LogState; percent: number | null; size: number | null },
  { state, percent, step, size, code }: LogReport,
):
  | { state: 'uploading'; percent: number | null; step: LogStep | null; size: number | null }
  | { state: 'cancelled' }
  | { state: 'failed'; fault: LogFault; code: number | null }
  | { state: 'said'; size: number | null }
  | null => {
  if (!openLogStates.some((open) => open === now.state)) return null;
  if (state === 'cancelled') return { state };
  if (state === 'failed') return { state, fault: 'refused', code };
  const known = size ?? now.size;
  if (state === 'done') return { state: 'said', size: known };
  return { state, percent: percent ?? now.percent, step, size: known };
};

/** Whether what a dock calls done is there: null: it is. */
export const faultOfStored = (promised: number | null, stored: number | null): LogFault | null => {
  if (stored === null || stored === 0) return 'missing';
  return promised === null || promised === stored ? null : 'sizeDiffers';
};

/** While it exports its log files a dock takes no flight, so none is begun on one that flies. */
export const offerLogUpload = ({ airborne, job }: OrderFacts): RefusalReason | null =>
  airborne ? 'aircraftFlies' : job ? 'dockBusy' : null;
