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
