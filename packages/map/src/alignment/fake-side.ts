import type { Camera } from '../contract.ts';
import type { Clock, Side } from './follow.ts';

/** A clock that a test turns on: calls come in the order of their time. */
export const createFakeClock = () => {
  let time = 0;
  let next = 0;
  const due = new Map<number, { at: number; run: () => void }>();
  const clock: Clock = {
    now: () => time,
    later: (run, ms) => {
      const id = (next += 1);
      due.set(id, { at: time + ms, run });
      return () => due.delete(id);
    },
  };
  const pass = (ms: number) => {
    const until = time + ms;
    for (;;) {
      const [first] = [...due]
        .filter(([, { at }]) => at <= until)
        .toSorted((a, b) => a[1].at - b[1].at || a[0] - b[0]);
      if (!first) break;
      due.delete(first[0]);
      time = Math.max(time, first[1].at);
      first[1].run();
    }
    time = until;
  };
  return { clock, pass };
};

export interface Habits {
  /** Milliseconds until a view that was given is reported back. */
  readonly echo: number;
  /** Milliseconds that the view runs on after the hand has let go. */
  readonly inertia: number;
  /** Shows whole zooms only. */
  readonly snaps?: boolean;
  readonly maxPitch: number;
}

const still: Camera = { lng: 0, lat: 0, zoom: 10, bearing: 0, pitch: 0 };

/** A view with the manners of a real one: late echoes, inertia, limits. */
export const createFakeSide = (clock: Clock, habits: Habits, limits = { minZoom: 1, maxZoom: 20 }) => {
  let now = still;
  let hidden = false;
  let shows = 0;
  let drift: (() => void) | null = null;
  const heard = { touch: new Set<() => void>(), move: new Set<() => void>(), rest: new Set<() => void>() };
  const notify = (what: keyof typeof heard) => heard[what].forEach((listener) => listener());
  const listen = (what: keyof typeof heard) => (listener: () => void) => {
    heard[what].add(listener);
    return () => void heard[what].delete(listener);
  };
  const held = (camera: Camera): Camera => ({
    ...camera,
    lng: ((((camera.lng + 180) % 360) + 360) % 360) - 180,
    lat: Math.max(-84, Math.min(84, camera.lat)),
    zoom: Math.max(
      limits.minZoom,
      Math.min(limits.maxZoom, habits.snaps ? Math.round(camera.zoom) : camera.zoom),
    ),
    pitch: Math.max(0, Math.min(habits.maxPitch, camera.pitch)),
  });
  const runOn = (step: Partial<Camera>, left: number) => {
    if (left <= 0) {
      drift = null;
      notify('rest');
      return;
    }
    now = held({ ...now, lng: now.lng + (step.lng ?? 0) / 10, lat: now.lat + (step.lat ?? 0) / 10 });
    notify('move');
    drift = clock.later(() => runOn(step, left - 50), 50);
  };
  const side: Side = {
    view: () => (hidden ? null : now),
    show: (camera) => {
      shows += 1;
      now = held(camera);
      clock.later(() => {
        notify('move');
        notify('rest');
      }, habits.echo);
    },
    onTouch: listen('touch'),
    onMove: listen('move'),
    onRest: listen('rest'),
    limits: () => ({ ...limits, maxPitch: habits.maxPitch }),
  };
  return {
    side,
    now: () => now,
    shows: () => shows,
    hide: (value: boolean) => {
      hidden = value;
    },
    /** A hand moves the view and lets go. */
    drag: (step: Partial<Camera>) => {
      drift?.();
      notify('touch');
      now = held({
        lng: now.lng + (step.lng ?? 0),
        lat: now.lat + (step.lat ?? 0),
        zoom: now.zoom + (step.zoom ?? 0),
        bearing: now.bearing + (step.bearing ?? 0),
        pitch: now.pitch + (step.pitch ?? 0),
      });
      notify('move');
      drift = clock.later(() => runOn(step, habits.inertia), 16);
    },
  };
};
