import { now } from './clock.ts';
import type { Player } from './picture-player.ts';
import { StreamLoader } from './stream-loader.ts';

/** What the player measures. Null: not measured yet. */
export interface PictureFigures {
  /** How far the shown frame is behind the newest one received, ms. */
  behindMs: number | null;
  kilobitsPerSecond: number | null;
  /** Frames shown a second. */
  frames: number | null;
  width: number;
  height: number;
}

/** Seconds of delay that may gather in the player before it skips ahead, and that it keeps. */
const mostDelay = 0.8;
const keptDelay = 0.2;
/**
 * Seconds of delay from which it plays faster until the kept one is reached: what stands in the server since the last key frame
 * comes at once, and would stay as delay for as long as somebody watches.
 */
const caughtUpDelay = 0.35;
/** So little faster is not seen. */
const catchingUp = 1.1;

const behind = (video: HTMLVideoElement): number | null => {
  const { buffered } = video;
  if (buffered.length === 0) return null;
  return Math.max(0, Math.round((buffered.end(buffered.length - 1) - video.currentTime) * 1000));
};

/**
 * Plays HTTP-FLV without sound into a video element and measures it about once a second. The player is loaded
 * when the first picture is.
 * @param headers sent with the request; none: the cookie of the session is enough
 */
export const playFlv = async (
  video: HTMLVideoElement,
  playUrl: string,
  onFigures: (figures: PictureFigures) => void,
  headers: Readonly<Record<string, string>> = {},
): Promise<Player> => {
  const { default: mpegts } = await import('mpegts.js');
  mpegts.LoggingControl.enableAll = false;
  const player = mpegts.createPlayer(
    // Without the word that there is no sound it would wait for it for ever.
    { type: 'flv', isLive: true, hasAudio: false, url: new URL(playUrl, location.href).href },
    {
      customLoader: StreamLoader,
      headers: { ...headers },
      enableStashBuffer: false,
      liveBufferLatencyChasing: true,
      liveBufferLatencyChasingOnPaused: true,
      liveBufferLatencyMaxLatency: mostDelay,
      liveBufferLatencyMinRemain: keptDelay,
      liveSync: true,
      liveSyncMaxLatency: caughtUpDelay,
      liveSyncTargetLatency: keptDelay,
      liveSyncPlaybackRate: catchingUp,
      lazyLoad: false,
      autoCleanupSourceBuffer: true,
      autoCleanupMaxBackwardDuration: 20,
      autoCleanupMinBackwardDuration: 10,
    },
  );
  let broken = false;
  let speed: number | null = null;
  let before: { frames: number; at: number } | null = null;
  const fail = (): void => {
    broken = true;
  };
  const measure = (): void => {
    const shown = video.getVideoPlaybackQuality().totalVideoFrames;
    const at = now();
    const rate = before && at > before.at ? ((shown - before.frames) * 1000) / (at - before.at) : null;
    before = { frames: shown, at };
    onFigures({
      behindMs: behind(video),
      kilobitsPerSecond: speed === null ? null : Math.round(speed * 8),
      frames: rate === null ? null : Math.round(rate),
      width: video.videoWidth,
      height: video.videoHeight,
    });
  };
  const timer = setInterval(measure, 1000);
  player.on(mpegts.Events.ERROR, fail);
  player.on(mpegts.Events.LOADING_COMPLETE, fail);
  player.on(mpegts.Events.STATISTICS_INFO, (statistics: { speed?: number }) => {
    speed = statistics.speed ?? null;
  });
  player.attachMediaElement(video);
  player.load();
  // A browser that wants a gesture first refuses; muted pictures normally need none.
  void Promise.resolve(player.play()).catch(() => undefined);
  return {
    position: () => video.currentTime,
    broken: () => broken,
    close: () => {
      clearInterval(timer);
      player.destroy();
    },
  };
};
