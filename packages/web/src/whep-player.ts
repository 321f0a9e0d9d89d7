import { limits } from '@eyrie/domain';
import { now } from './clock.ts';
import type { PictureFigures } from './flv-player.ts';
import { WhepFailed, isFallback, type LinkedPlayer } from './picture-player.ts';
import { wait } from './wait.ts';

const { picture } = limits;

/** What proves the session to the server, as it is at each request. */
export type Proof = () => Readonly<Record<string, string>>;

/** Whether this browser has what it takes. */
export const canPlayWhep = (): boolean =>
  typeof RTCPeerConnection === 'function' &&
  (RTCRtpReceiver.getCapabilities('video')?.codecs ?? []).some(({ mimeType }) => mimeType === 'video/H264');

const refusalOf = async (response: Response): Promise<WhepFailed> => {
  const body: unknown = await response.json().catch(() => null);
  const reason = (body as { data?: { reason?: unknown } } | null)?.data?.reason;
  if (reason === 'noStream' || response.status === 401 || response.status === 403)
    return new WhepFailed('noStream');
  return new WhepFailed(isFallback(reason) ? reason : 'notOffered');
};

/** Sends the offer and takes the answer. @returns where the server keeps this viewer */
const agree = async (connection: RTCPeerConnection, whepUrl: string, proof: Proof): Promise<string> => {
  await connection.setLocalDescription();
  const response = await fetch(whepUrl, {
    method: 'POST',
    headers: { ...proof(), 'content-type': 'application/sdp' },
    body: connection.localDescription?.sdp ?? '',
    signal: AbortSignal.timeout(picture.offerAnswer),
  }).catch(() => {
    throw new WhepFailed('gone');
  });
  if (response.status !== 201) throw await refusalOf(response);
  await connection.setRemoteDescription({ type: 'answer', sdp: await response.text() });
  return response.headers.get('location') ?? '';
};

const framesOf = (video: HTMLVideoElement): number => video.getVideoPlaybackQuality().totalVideoFrames;

/** Rejects with what is missing when a step takes too long. */
const until = async (
  holds: () => boolean,
  within: number,
  why: 'noPath' | 'noPicture',
  given: () => boolean,
): Promise<void> => {
  const { signal } = new AbortController();
  for (const end = now() + within; !holds();) {
    if (given() || now() >= end) throw new WhepFailed(why);
    await wait(picture.stepEvery, signal);
  }
};

interface Received {
  at: number;
  bytes: number;
  frames: number;
  held: number;
  emitted: number;
}

/** What the browser says about a picture that arrives, against what it said before. */
const measure = (
  stats: RTCStatsReport,
  before: Received | null,
): { seen: Received | null; figures: PictureFigures | null } => {
  for (const entry of stats.values() as Iterable<RTCInboundRtpStreamStats>) {
    if (entry.type !== 'inbound-rtp' || entry.kind !== 'video') continue;
    const seen: Received = {
      at: entry.timestamp,
      bytes: entry.bytesReceived ?? 0,
      frames: entry.framesDecoded ?? 0,
      held: entry.jitterBufferDelay ?? 0,
      emitted: entry.jitterBufferEmittedCount ?? 0,
    };
    const seconds = before ? (seen.at - before.at) / 1000 : 0;
    const shown = before ? seen.emitted - before.emitted : 0;
    return {
      seen,
      figures: {
        behindMs: before && shown > 0 ? Math.round(((seen.held - before.held) / shown) * 1000) : null,
        kilobitsPerSecond:
          before && seconds > 0 ? Math.round(((seen.bytes - before.bytes) * 8) / 1000 / seconds) : null,
        frames: before && seconds > 0 ? Math.round((seen.frames - before.frames) / seconds) : null,
        width: entry.frameWidth ?? 0,
        height: entry.frameHeight ?? 0,
      },
    };
  }
  return { seen: before, figures: null };
};

/**
 * Plays a picture by WebRTC, without sound, once its first frame is there.
 * @throws WhepFailed with the reason why it has to go another way
 */
export const playWhep = async (
  video: HTMLVideoElement,
  whepUrl: string,
  onFigures: (figures: PictureFigures) => void,
  proof: Proof,
): Promise<LinkedPlayer> => {
  const connection = new RTCPeerConnection();
  let place = '';
  let stopMeasuring = (): void => undefined;
  let lost = false;
  const isGone = (): boolean =>
    lost || ['failed', 'closed', 'disconnected'].includes(connection.connectionState);
  const close = (): void => {
    stopMeasuring();
    connection.close();
    video.srcObject = null;
    if (place !== '')
      fetch(place, { method: 'DELETE', headers: proof(), keepalive: true }).catch(() => undefined);
  };
  const { receiver } = connection.addTransceiver('video', { direction: 'recvonly' });
  video.srcObject = new MediaStream([receiver.track]);
  receiver.track.addEventListener('ended', () => (lost = true));
  try {
    place = await agree(connection, whepUrl, proof);
    const { transport } = receiver;
    // The other side's farewell: without it a browser waits for its pulse to fail.
    transport?.addEventListener('statechange', () => (lost ||= transport.state === 'closed'));
    await until(() => connection.connectionState === 'connected', picture.path, 'noPath', isGone);
    const before = framesOf(video);
    // A browser that wants a gesture first refuses; muted pictures normally need none.
    video.play().catch(() => undefined);
    await until(() => framesOf(video) > before, picture.whepFirstFrame, 'noPicture', isGone);
  } catch (error) {
    close();
    throw error instanceof WhepFailed ? error : new WhepFailed('noPath');
  }
  let seen: Received | null = null;
  const timer = setInterval(() => {
    const look = async (): Promise<void> => {
      const measured = measure(await receiver.getStats(), seen);
      seen = measured.seen;
      if (measured.figures) onFigures(measured.figures);
    };
    // The next second asks again.
    look().catch(() => undefined);
  }, 1000);
  stopMeasuring = () => clearInterval(timer);
  return {
    position: () => framesOf(video),
    broken: isGone,
    standing: async () => {
      const answer: unknown = await fetch(place, {
        headers: proof(),
        signal: AbortSignal.timeout(picture.offerAnswer),
      })
        .then((response) => (response.ok ? response.json() : null))
        .catch(() => null);
      const word = (answer as { standing?: unknown } | null)?.standing;
      return word === 'sending' || word === 'still' ? word : 'gone';
    },
    close,
  };
};
