import { limits } from '@eyrie/domain';

export interface WireLimits {
  bytes: number;
  depth: number;
}

/** Why a payload was not taken. Counted by the gateway; nothing else happens. */
export type WireFault = 'size' | 'encoding' | 'depth' | 'json' | 'shape';

export interface DeviceMessage {
  tid: string | null;
  bid: string | null;
  /** Device clock, epoch ms; null when it told none (absent, 0, text that is no number). */
  timestamp: number | null;
  gateway: string | null;
  method: string | null;
  needReply: boolean;
  /** As sent: object, array, text or null. */
  data: unknown;
  /** The whole envelope, with the fields nobody knows yet. */
  raw: Readonly<Record<string, unknown>>;
}

export type Decoded = { ok: true; message: DeviceMessage } | { ok: false; fault: WireFault };

const idLength = 128;
const secondsBelow = 100_000_000_000;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Moment in epoch ms from what devices send: 13 digits are milliseconds, 10 digits seconds, longer ones
 * are taken as they stand (a clock that far off must be seen, not repaired). Zero, negative values and
 * text that is no number: null.
 */
export const readInstant = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return null;
  const whole = Math.trunc(number);
  if (!Number.isSafeInteger(whole)) return null;
  return whole < secondsBelow ? whole * 1000 : whole;
};

/** Nesting of a JSON text is at most `depth`. Looks at brackets outside of strings only, before anything is built. */
const nestingWithin = (text: string, depth: number): boolean => {
  let level = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === 92) at += 1;
      else if (code === 34) inText = false;
    } else if (code === 34) inText = true;
    else if (code === 123 || code === 91) {
      level += 1;
      if (level > depth) return false;
    } else if (code === 125 || code === 93) level -= 1;
  }
  return true;
};

/** Removes `__proto__` keys, which a later copy by assignment would turn into a prototype. Depth is bounded before. */
const withoutPrototypeKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPrototypeKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, inner]) => [key, withoutPrototypeKeys(inner)]),
  );
};

/** Escapes can spell the same key, so any text with an escaped character is walked too. */
const mayHidePrototype = /__proto__|\\u/;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

const isLarger = (payload: Uint8Array | string, bytes: number): boolean => {
  if (typeof payload !== 'string') return payload.byteLength > bytes;
  return payload.length * 3 > bytes && encoder.encode(payload).byteLength > bytes;
};

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A JSON value within the limits, or the fault. Never throws. */
export const decodeJson = (
  payload: Uint8Array | string,
  within: WireLimits = { bytes: limits.dock.messageBytes, depth: limits.dock.messageDepth },
): { ok: true; value: unknown } | { ok: false; fault: WireFault } => {
  if (isLarger(payload, within.bytes)) return { ok: false, fault: 'size' };
  let text: string;
  try {
    text = typeof payload === 'string' ? payload : utf8.decode(payload);
  } catch {
    return { ok: false, fault: 'encoding' };
  }
  if (!nestingWithin(text, within.depth)) return { ok: false, fault: 'depth' };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: mayHidePrototype.test(text) ? withoutPrototypeKeys(value) : value };
  } catch {
    return { ok: false, fault: 'json' };
  }
};

/**
 * Reads an envelope. Never throws; size and depth are judged before anything is parsed. Fields of the
 * wrong type become null, ids that are too long make the message a fault (they are kept for
 * de-duplication), unknown fields stay in `raw`.
 */
export const decodeEnvelope = (payload: Uint8Array | string, within?: WireLimits): Decoded => {
  const json = decodeJson(payload, within);
  if (!json.ok) return json;
  const raw = json.value;
  if (!isRecord(raw)) return { ok: false, fault: 'shape' };
  const message: DeviceMessage = {
    tid: textOrNull(raw.tid),
    bid: textOrNull(raw.bid),
    // Some pages of the documents write the key with a colon.
    timestamp: readInstant(raw.timestamp ?? raw['timestamp:']),
    gateway: textOrNull(raw.gateway),
    method: textOrNull(raw.method),
    needReply: raw.need_reply === 1 || raw.need_reply === true || raw.need_reply === '1',
    data: raw.data ?? null,
    raw,
  };
  const ids = [message.tid, message.bid, message.gateway, message.method];
  if (ids.some((id) => id !== null && id.length > idLength)) return { ok: false, fault: 'shape' };
  return { ok: true, message };
};

export interface Envelope {
  tid: string;
  bid: string;
  timestamp: number;
  gateway?: string | undefined;
  method?: string | undefined;
  data: unknown;
}

/** JSON text of a message the server sends. */
export const encodeEnvelope = (envelope: Envelope): string => JSON.stringify(envelope);

/**
 * Answer to an event, request, status or state: the same tid, bid and method. Without a tid there is
 * nothing to answer to: null.
 */
export const encodeReply = (message: DeviceMessage, data: unknown, timestamp: number): string | null => {
  if (message.tid === null) return null;
  return encodeEnvelope({
    tid: message.tid,
    bid: message.bid ?? message.tid,
    timestamp,
    ...(message.gateway === null ? {} : { gateway: message.gateway }),
    ...(message.method === null ? {} : { method: message.method }),
    data,
  });
};

/** "Taken": what every event, status and state with `need_reply` is answered with. */
export const acknowledged = { result: 0 } as const;

/** Same message again: one key for a topic's de-duplication. Null for messages without a tid. */
export const duplicateKey = (message: DeviceMessage): string | null =>
  message.tid === null ? null : `${message.method ?? ''}\n${message.tid}\n${message.bid ?? ''}`;
