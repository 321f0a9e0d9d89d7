import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Publishing and playing are signed apart: whoever may watch a stream must not be able to replace it. `feed`: a process of
 * our own hands a stream on that a device sent by WebRTC; no device is ever given such a signature.
 */
export type StreamUse = 'publish' | 'play' | 'feed';

/** Names of streams: what the video server accepts as one level of a path. */
export const streamName = /^[A-Za-z0-9_-]{1,128}$/;

export const streamPath = (stream: string): string => `/live/${stream}`;

function digest(secret: string, use: StreamUse, path: string, seconds: number): Buffer {
  return createHmac('sha256', secret).update(`${use}\n${path}\n${seconds}`).digest();
}

/**
 * The value of the `sign` parameter of a stream's address: `{expiry in epoch seconds}-{HMAC-SHA-256 in hex}`.
 * @param expiresAt wall time in epoch milliseconds.
 */
export function signStream(secret: string, use: StreamUse, path: string, expiresAt: number): string {
  const seconds = Math.floor(expiresAt / 1000);
  return `${seconds}-${digest(secret, use, path, seconds).toString('hex')}`;
}

/** True when the signature is ours, for this use and path, and not expired at `now` (epoch milliseconds). */
export function verifyStream(
  secret: string,
  use: StreamUse,
  path: string,
  sign: unknown,
  now: number,
): boolean {
  const match = typeof sign === 'string' ? /^(\d{1,12})-([0-9a-f]{64})$/.exec(sign) : null;
  if (!match) return false;
  const seconds = Number(match[1]);
  if (seconds * 1000 < now) return false;
  return timingSafeEqual(Buffer.from(match[2] ?? '', 'hex'), digest(secret, use, path, seconds));
}
