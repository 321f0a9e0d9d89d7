import { wrapLongitude } from '@eyrie/geometry';
import type { Camera, Stop } from '../contract.ts';
import { metresPerPixelAt } from '../scale.ts';

/** Milliseconds after the last movement until the other side is given the exact view. */
export const debounce = 300;
/** Milliseconds after which the other side may be moved again, also when it never said that it has come to rest. */
export const guardTime = 1000;
/** Milliseconds between two views that the other side is given while the leading one moves. */
const pace = 100;
/** How often a side that moved by itself is put back before it is left alone: an engine that snaps would never end. */
const mostPutBacks = 5;
/** Beyond this tilt in degrees the flat map holds its scale: the point looked at runs away to the horizon. */
export const steepest = 65;

/** One of two views that follow each other. */
export interface Side {
  /** Null while it is hidden or has no size. */
  view(): Camera | null;
  show(camera: Camera): void;
  /** A person's hand came on it. */
  onTouch(listener: () => void): Stop;
  /** Every movement, whoever began it. */
  onMove(listener: () => void): Stop;
  /** A movement came to rest. */
  onRest(listener: () => void): Stop;
  limits(): { readonly minZoom: number; readonly maxZoom: number; readonly maxPitch: number };
}

export interface Clock {
  /** Calls after that many ms; the answer cancels. */
  later(run: () => void, ms: number): () => void;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
}

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** Degrees from one direction to another by the shorter way, for longitudes and bearings alike. */
const turn = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;

/** CSS pixels of the first between the centres of two views; over ±180° by the shorter way. */
export const pixelsApart = (one: Camera, other: Camera): number => {
  const metresPerDegree = 111_319.49;
  const east = turn(one.lng, other.lng) * metresPerDegree * Math.cos((one.lat * Math.PI) / 180);
  const north = (other.lat - one.lat) * metresPerDegree;
  return Math.hypot(east, north) / metresPerPixelAt(one.lat, one.zoom);
};

/** Whether nobody would see a difference: a twentieth of a pixel at the centre, and as little at the edge. */
const same = (one: Camera, other: Camera): boolean =>
  pixelsApart(one, other) < 0.05 &&
  Math.abs(one.zoom - other.zoom) < 1e-4 &&
  Math.abs(turn(one.bearing, other.bearing)) < 0.01 &&
  Math.abs(one.pitch - other.pitch) < 0.01;

/** The view that a side shall show so that it matches `from`, within what it can show. */
export const matching = (from: Camera, now: Camera, limits: ReturnType<Side['limits']>): Camera => ({
  lng: wrapLongitude(from.lng),
  lat: between(-90, from.lat, 90),
  zoom: between(limits.minZoom, from.pitch > steepest ? now.zoom : from.zoom, limits.maxZoom),
  bearing: turn(0, from.bearing),
  pitch: between(0, from.pitch, limits.maxPitch),
});

export interface Following {
  /** Lets a side lead, as a hand on it would. */
  lead(side: Side): void;
  /** Gives the other side the view again, after a size has changed or a side was shown. */
  refresh(): void;
  stop(): void;
}

/** What is known of the side that follows. */
interface Driven {
  /** Cancels the guard; null while the side may be given a view. */
  guard: (() => void) | null;
  /** Where it came to rest after the last view: what it reports from there is an echo, also when it snapped elsewhere. */
  mark: Camera | null;
  putBacks: number;
}

/**
 * Keeps two views alike. The side that a person touched last leads; what the other reports is the echo of what it was
 * given and never comes back to the leading one. The other side is given a view every 100 ms at most and the exact one
 * 300 ms after the last movement, and none while it is still on its way to the one before (at most 1000 ms).
 */
export const follow = (first: Side, second: Side, clock: Clock): Following => {
  let leader = first;
  const driven: Driven = { guard: null, mark: null, putBacks: 0 };
  let waiting: (() => void) | null = null;
  let exact: (() => void) | null = null;
  let pending = false;
  let over = false;
  const other = () => (leader === first ? second : first);

  const lower = () => {
    driven.guard?.();
    driven.guard = null;
    driven.mark = other().view();
    if (pending) pass();
  };
  const pass = () => {
    if (over) return;
    pending = driven.guard !== null;
    if (pending) return;
    const [from, now] = [leader.view(), other().view()];
    if (!from || !now) return;
    const next = matching(from, now, other().limits());
    if (same(next, now)) {
      driven.mark = now;
      return;
    }
    driven.guard = clock.later(lower, guardTime);
    other().show(next);
  };
  const soon = () => {
    waiting ??= clock.later(() => {
      waiting = null;
      pass();
    }, pace);
    exact?.();
    exact = clock.later(() => {
      exact = null;
      pass();
    }, debounce);
  };
  const lead = (side: Side) => {
    if (leader === side) return;
    leader = side;
    driven.guard?.();
    Object.assign(driven, { guard: null, mark: null, putBacks: 0 });
    pending = false;
    soon();
  };
  const strayed = () => {
    const now = other().view();
    if (!now || !driven.mark || driven.guard || same(now, driven.mark) || driven.putBacks >= mostPutBacks)
      return;
    driven.putBacks += 1;
    driven.mark = null;
    soon();
  };
  const moved = (side: Side) => {
    if (side !== leader) return;
    driven.putBacks = 0;
    soon();
  };
  const rested = (side: Side) => {
    if (side === leader) soon();
    else if (driven.guard) lower();
    else strayed();
  };
  const stops = [first, second].flatMap((side) => [
    side.onTouch(() => lead(side)),
    side.onMove(() => moved(side)),
    side.onRest(() => rested(side)),
  ]);
  return {
    lead,
    refresh: soon,
    stop: () => {
      over = true;
      for (const stop of stops) stop();
      waiting?.();
      exact?.();
      driven.guard?.();
    },
  };
};
