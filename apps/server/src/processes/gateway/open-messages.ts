import {
  openDeviceLimits,
  openDevicePublishes,
  openDeviceVersion,
  openMessages,
  type OpenDeviceUp,
} from '@eyrie/domain';
import { decodeJson, type WireFault } from '@eyrie/dji';
import type { z } from 'zod';

type Said = {
  [Kind in OpenDeviceUp]: { kind: Kind; data: z.output<(typeof openMessages)[Kind]> };
}[OpenDeviceUp];

/** A rule of the contract that a message breaks. */
export interface BrokenRule {
  /** The message and the way to the value in it. */
  what: string;
  rule: string;
  value: unknown;
}

export type Read =
  | { ok: true; said: Said }
  | { ok: false; fault: WireFault }
  | { ok: false; fault: 'value'; broken: readonly BrokenRule[] };

const form = new RegExp(`^eyrie/v${openDeviceVersion}/([^/]+)/([a-z]+)$`);

const isUp = (last: string): last is OpenDeviceUp =>
  (openDevicePublishes as readonly string[]).includes(last);

/** Who says what; null: no topic on which a device of the open contract speaks. */
export const openTopicOf = (topic: string): { sn: string; kind: OpenDeviceUp } | null => {
  const [, sn = '', last = ''] = form.exec(topic) ?? [];
  return isUp(last) ? { sn, kind: last } : null;
};

/** A message breaks so many rules at once; more say nothing more. */
const rulesMost = 8;

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** What no database keeps as text: null characters and halves of characters. */
const unstorable = /\\u0000|\\ud[89a-f][0-9a-f]{2}/;

/** Reads one message; size and depth are judged before anything is parsed. Never throws. */
export const readOpenMessage = (kind: OpenDeviceUp, payload: Uint8Array): Read => {
  const { messageBytes: bytes, depth } = openDeviceLimits;
  const json = decodeJson(payload, { bytes, depth });
  if (!json.ok) return json;
  if (unstorable.test(JSON.stringify(json.value))) return { ok: false, fault: 'encoding' };
  const parsed = openMessages[kind].safeParse(json.value);
  if (parsed.success) return { ok: true, said: { kind, data: parsed.data } as Said };
  const broken = parsed.error.issues.slice(0, rulesMost).map(({ path, message: rule }) => ({
    what: [kind, ...path.map(String)].join('.'),
    rule,
    value: valueAt(json.value, path),
  }));
  return { ok: false, fault: 'value', broken };
};
