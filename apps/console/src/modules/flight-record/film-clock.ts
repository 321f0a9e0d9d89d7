import type { ReplayClock } from './replay-clock.ts';

/** What is used of a video that plays. */
export interface PlayedFilm extends EventTarget {
  currentTime: number;
  readonly paused: boolean;
  playbackRate: number;
  play(): Promise<void>;
  pause(): void;
}

/** That it shows another picture, and that it begins or ceases to play, or at another speed. */
const moved = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata'] as const;
const changed = ['play', 'pause', 'ended', 'ratechange'] as const;

/**
 * The moment that a video shows, for what else shows the moments of a flight: the video leads, and is led where somebody
 * chooses a moment elsewhere.
 * @param from when the video was begun, epoch ms
 * @param duration ms
 * @param frames calls back before the next picture of the screen, and can be taken back
 */
export const createFilmClock = (
  film: PlayedFilm,
  { from, duration }: { from: number; duration: number },
  frames: { ask(then: (now: number) => void): number; cancel(handle: number): void },
): ReplayClock => {
  const to = from + duration;
  const moments = new Set<(at: number) => void>();
  let handle: number | null = null;
  const at = (): number => Math.min(to, from + film.currentTime * 1_000);
  const say = (): void => moments.forEach((listener) => listener(at()));
  const rest = (): void => {
    if (handle !== null) frames.cancel(handle);
    handle = null;
  };
  // Between its own notices, four a second, a video moves on.
  const step = (): void => {
    say();
    handle = film.paused ? null : frames.ask(step);
  };
  const turn = (): void => {
    rest();
    step();
  };
  const listen = (): void => {
    for (const name of moved) film.addEventListener(name, say);
    for (const name of changed) film.addEventListener(name, turn);
    if (!film.paused) handle = frames.ask(step);
  };
  const leave = (): void => {
    for (const name of moved) film.removeEventListener(name, say);
    for (const name of changed) film.removeEventListener(name, turn);
    rest();
  };
  return {
    from,
    to,
    at,
    set(next) {
      const seconds = (Math.min(to, Math.max(from, next)) - from) / 1_000;
      if (Math.abs(film.currentTime - seconds) > 0.001) film.currentTime = seconds;
      say();
    },
    playing: () => !film.paused,
    toggle() {
      if (film.paused) void film.play().catch(() => undefined);
      else film.pause();
    },
    speed: () => film.playbackRate,
    setSpeed(next) {
      film.playbackRate = next;
    },
    onMoment(listener) {
      if (moments.size === 0) listen();
      moments.add(listener);
      listener(at());
      return () => {
        moments.delete(listener);
        if (moments.size === 0) leave();
      };
    },
    onState(listener) {
      for (const name of changed) film.addEventListener(name, listener);
      return () => {
        for (const name of changed) film.removeEventListener(name, listener);
      };
    },
  };
};
