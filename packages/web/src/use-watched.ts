import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { now } from './clock.ts';
import type { Player } from './picture-player.ts';
import { wait } from './wait.ts';
import { keepWatching, type WatchedPhase } from './watched-picture.ts';

/** How the phases of a watched picture look, and the phrases that name them. */
export const phaseLooks = {
  arriving: 'offline',
  playing: 'live',
  stalled: 'attention',
  waiting: 'alarm',
  noPlace: 'offline',
} as const satisfies Record<WatchedPhase, string>;
export const phaseWords = {
  arriving: 'video.phase.arriving',
  playing: 'video.live',
  stalled: 'video.still',
  waiting: 'video.broken',
  noPlace: 'video.noPlace',
} as const satisfies Record<WatchedPhase, string>;

/**
 * Watches a picture that runs already, for as long as its element is on the page.
 * @param address of the picture: another one is begun anew
 */
export const useWatched = (
  address: string,
  play: (video: HTMLVideoElement) => Promise<Player>,
): { video: RefObject<HTMLVideoElement | null>; phase: WatchedPhase } => {
  const video = useRef<HTMLVideoElement>(null);
  const [phase, setPhase] = useState<WatchedPhase>('arriving');
  const begin = useEffectEvent(play);
  useEffect(() => {
    const ended = new AbortController();
    const { current } = video;
    if (current) {
      const options = { play: () => begin(current), onPhase: setPhase, now, wait };
      void keepWatching(options, ended.signal);
    }
    return () => ended.abort(new Error('nobody watches it any more'));
  }, [address]);
  return { video, phase };
};
