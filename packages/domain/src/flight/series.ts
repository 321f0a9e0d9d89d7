import type { FlightOutcome, FlightState } from './flight.ts';
import type { SeriesFlown } from './series-shape.ts';

/** The nearest part before that is still arranged, by the flights of its place. */
export interface PartBefore {
  place: number;
  /** One of its flights was flown to the end. */
  done: boolean;
  /** Of its newest flight. */
  state: FlightState;
  outcome: FlightOutcome | null;
  /** When its newest flight began, epoch ms; null: it has not. */
  startedAt: number | null;
}

/** How a flight stands among the others of its arrangement. */
export interface SeriesStanding {
  flown: SeriesFlown;
  gapSeconds: number;
  /** Null: it is the first. */
  before: PartBefore | null;
  /** Epoch ms. */
  now: number;
}

export type SeriesFinding =
  | { holds: true }
  /** `partWaits`: its turn comes by itself; `partFailed`: a person decides; `partSoon`: the gap is not over. */
  | { holds: false; reason: 'partWaits' | 'partFailed'; value: string }
  | { holds: false; reason: 'partSoon'; value: number; limit: number };

const inOrder = ({ place, done, state }: PartBefore): SeriesFinding => {
  if (done) return { holds: true };
  return { holds: false, reason: state === 'over' ? 'partFailed' : 'partWaits', value: String(place) };
};

const atOnce = (
  { place, state, startedAt }: PartBefore,
  { gapSeconds, now }: Pick<SeriesStanding, 'gapSeconds' | 'now'>,
): SeriesFinding => {
  // Whoever is down again is in nobody's way.
  if (gapSeconds === 0 || state === 'over') return { holds: true };
  if (startedAt === null) return { holds: false, reason: 'partWaits', value: String(place) };
  const since = Math.floor((now - startedAt) / 1_000);
  return since >= gapSeconds
    ? { holds: true }
    : { holds: false, reason: 'partSoon', value: Math.max(0, since), limit: gapSeconds };
};

/** Whether it is the turn of a flight in its arrangement. */
export const seriesTurn = ({ flown, before, ...standing }: SeriesStanding): SeriesFinding => {
  if (before === null) return { holds: true };
  return flown === 'inOrder' ? inOrder(before) : atOnce(before, standing);
};
