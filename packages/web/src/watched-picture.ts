import { limits } from '@eyrie/domain';
import type { Player } from './picture-player.ts';

const { picture } = limits;

/** What a picture does that is watched and that nobody starts; `noPlace`: this page plays as many as it can. */
export type WatchedPhase = 'arriving' | 'playing' | 'stalled' | 'waiting' | 'noPlace';

/** The page plays as many pictures this way as its browser has connections for. */
export class NoPlaceLeft extends Error {}

/** Waits longer with each try that came to nothing, ms. */
export const retryDelay = (tries: number): number =>
  Math.min(picture.retryMost, picture.retryFirst * 2 ** Math.max(0, tries - 1));

export interface WatchOptions {
  /** Begins the picture anew. Rejects with `NoPlaceLeft` where it has to wait for another one to end. */
  play: () => Promise<Player>;
  onPhase: (phase: WatchedPhase) => void;
  now: () => number;
  /** Rejects with the signal's reason when it is aborted first. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Until it breaks off, does not come, or stands still for too long: a connection may die without a word. */
const untilOver = async (
  player: Player,
  { onPhase, now, wait }: WatchOptions,
  signal: AbortSignal,
): Promise<boolean> => {
  let position = player.position();
  let movedAt = now();
  let played = false;
  for (;;) {
    await wait(picture.watchEvery, signal);
    if (player.broken()) return played;
    const next = player.position();
    const still = now() - movedAt;
    if (next !== position) {
      [position, movedAt, played] = [next, now(), true];
      onPhase('playing');
    } else if (still >= (played ? picture.giveUp : picture.firstFrame)) return played;
    else if (played && still >= picture.stalled) onPhase('stalled');
  }
};

/** One try. @returns whether it came, or why it was not even begun */
const attempt = async (options: WatchOptions, signal: AbortSignal): Promise<boolean | 'noPlace'> => {
  let player: Player | null = null;
  try {
    player = await options.play();
    return await untilOver(player, options, signal);
  } catch (error) {
    return error instanceof NoPlaceLeft ? 'noPlace' : false;
  } finally {
    player?.close();
  }
};

/**
 * Watches a picture that runs already, and begins it again whenever it breaks off; nothing is started or stopped at its
 * device for it. Resolves once the signal is aborted.
 */
export const keepWatching = async (options: WatchOptions, signal: AbortSignal): Promise<void> => {
  for (let tries = 1; !signal.aborted; tries += 1) {
    const came = await attempt(options, signal);
    if (signal.aborted) return;
    options.onPhase(came === 'noPlace' ? 'noPlace' : 'waiting');
    if (came === true) tries = 0;
    const pause = came === 'noPlace' ? picture.retryMost : retryDelay(tries);
    await options.wait(pause, signal).catch(() => undefined);
  }
};
