import type { DrcState, StickOrderState } from '@eyrie/domain';

/** An emergency stop that was pressed on this page. Moments on the clock of the page, ms. */
export interface StopSteps {
  /** When it was pressed last, and how many stops the run had before; null: nothing was reported by then. */
  pressed: { at: number; before: number | null } | null;
  /** The server did not report in time that it was sent. */
  silent: boolean;
  /** So many stops of the run are of a flight that has begun anew since. */
  past: number;
}
export const noStop: StopSteps = { pressed: null, silent: false, past: 0 };

/** The server reports within so long that a stop was sent, or nobody knows whether it was. */
const answerWithin = 1_500;

export const afterPress = (state: DrcState | null, now: number): StopSteps => ({
  ...noStop,
  pressed: { at: now, before: state ? (state.stop?.count ?? 0) : null },
});

/** A person arms the sticks: what was known of stops until then says nothing of what comes. */
export const afterArm = (state: DrcState | null): StopSteps => ({
  ...noStop,
  past: state?.stop?.count ?? 0,
});

/** The gateway reports how the sticks stand. */
export const afterState = (steps: StopSteps, { stop }: Pick<DrcState, 'stop'>): StopSteps => {
  if (!steps.pressed) return steps;
  const count = stop?.count ?? 0;
  // Whether the first report counts this stop, or one before it, nobody knows: it is no answer.
  if (steps.pressed.before === null) return { ...steps, pressed: { ...steps.pressed, before: count } };
  return count > steps.pressed.before ? noStop : steps;
};

/** Time passed, or the connection broke off: silence is never success. */
export const afterSilence = (before: StopSteps, now: number): StopSteps =>
  before.pressed && !before.silent && now - before.pressed.at > answerWithin
    ? { ...before, silent: true }
    : before;
export const afterLoss = (before: StopSteps): StopSteps =>
  before.pressed ? { ...before, silent: true } : before;

/** What is known of the stop that was pressed last; null: none was. */
export const stopKnown = (
  { pressed, silent, past }: StopSteps,
  state: Pick<DrcState, 'stop'> | null,
): StickOrderState | 'sending' | 'unanswered' | null => {
  if (pressed) return silent ? 'unanswered' : 'sending';
  return state?.stop && state.stop.count > past ? state.stop.state : null;
};

/** Not one of these says that the aircraft hovers: the stop may have to be pressed again. */
export const isUnconfirmed = (known: ReturnType<typeof stopKnown>): boolean =>
  known !== null && known !== 'accepted';
