/** Times as fast as the flight was. */
export const replaySpeeds = [1, 2, 4, 8, 16, 32] as const;

/**
 * The one moment that map, charts, lists and picture of a replay show. It moves outside React: those who show it write
 * it where it stands, so that dragging renders nothing.
 */
export interface ReplayClock {
  readonly from: number;
  readonly to: number;
  /** Epoch ms. */
  at(): number;
  set(at: number): void;
  playing(): boolean;
  toggle(): void;
  speed(): number;
  setSpeed(speed: number): void;
  /** Called at once and at every change of the moment. @returns what ends that */
  onMoment(listener: (at: number) => void): () => void;
  /** Called when it begins or ceases to play, or plays at another speed. */
  onState(listener: () => void): () => void;
}

/** @param frames calls back before the next picture of the screen, with its moment in ms, and can be taken back */
export const createReplayClock = (
  from: number,
  to: number,
  frames: { ask(then: (now: number) => void): number; cancel(handle: number): void },
): ReplayClock => {
  let at = from;
  let speed = 1;
  let playing: { handle: number; last: number | null } | null = null;
  const moments = new Set<(at: number) => void>();
  const states = new Set<() => void>();
  const say = (): void => states.forEach((listener) => listener());
  const move = (next: number): void => {
    at = Math.min(to, Math.max(from, next));
    moments.forEach((listener) => listener(at));
  };
  const pause = (): void => {
    if (!playing) return;
    frames.cancel(playing.handle);
    playing = null;
    say();
  };
  const step = (now: number): void => {
    if (!playing) return;
    const { last } = playing;
    if (last !== null) move(at + (now - last) * speed);
    if (at >= to) return pause();
    playing = { handle: frames.ask(step), last: now };
  };
  return {
    from,
    to,
    at: () => at,
    set: move,
    playing: () => playing !== null,
    toggle() {
      if (playing) return pause();
      if (at >= to) move(from);
      playing = { handle: frames.ask(step), last: null };
      say();
    },
    speed: () => speed,
    setSpeed(next) {
      speed = next;
      say();
    },
    onMoment(listener) {
      moments.add(listener);
      listener(at);
      return () => {
        moments.delete(listener);
        // Nobody looks any more.
        if (moments.size === 0) pause();
      };
    },
    onState(listener) {
      states.add(listener);
      return () => void states.delete(listener);
    },
  };
};
