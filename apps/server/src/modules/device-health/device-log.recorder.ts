import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { DockLink } from '../dock/index.ts';
import { createDeviceLogBuffer } from './device-log.buffer.ts';
import { rowOf, type LoggedMessage } from './device-log.rows.ts';
import { foldKey } from './message-fold.ts';

interface Chat {
  /** Messages that may still be stored at once. */
  left: number;
  filledAt: number;
  folds: Map<string, { oid: string; at: number }>;
  summary: { oid: string; at: number } | null;
}

const { messageBurst, messagesPerMinute, messageFold, foldsPerDock, flushEvery } = limits.deviceHealth;

/** The chat of a dock, with what it may say by now. */
const chatOf = (chats: WeakMap<DockLink, Chat>, link: DockLink, now: number): Chat => {
  const chat = chats.get(link) ?? { left: messageBurst, filledAt: now, folds: new Map(), summary: null };
  chats.set(link, chat);
  chat.left = Math.min(messageBurst, chat.left + ((now - chat.filledAt) * messagesPerMinute) / 60_000);
  chat.filledAt = now;
  return chat;
};

/** Remembers a message, so that the same again is counted on its row. The oldest is forgotten first. */
const remember = ({ folds }: Chat, key: string, known: { oid: string; at: number }): void => {
  folds.delete(key);
  folds.set(key, known);
  if (folds.size > foldsPerDock) folds.delete(folds.keys().next().value ?? '');
};

/**
 * Writes the logs of devices in batches beside the message path. A dock that says the same again is counted on the
 * row that stands; one that talks too much is counted on one row a minute.
 */
export const createDeviceLogRecorder = ({ db, clock, log, newOid }: Runtime) => {
  const buffer = createDeviceLogBuffer({ db, log, clock });
  const chats = new WeakMap<DockLink, Chat>();
  const timers: readonly Timer[] = [
    { name: 'deviceHealth.write', every: flushEvery, once: 'instance', process: 'gateway', run: buffer.run },
  ];

  /** Counts what is beyond the rate on one row a minute. */
  const summarise = (link: DockLink, chat: Chat, now: number, at: Date): void => {
    if (chat.summary && now - chat.summary.at < 60_000) return buffer.again(chat.summary.oid, at);
    const message = { method: null, data: null, needReply: false, tid: null, bid: null };
    const made = rowOf(
      newOid(),
      link,
      { direction: 'up', kind: 'summary', sn: link.dock.sn, message, size: 0 },
      at,
    );
    chat.summary = { oid: made.oid, at: now };
    buffer.keep(made);
  };

  const record = (link: DockLink, logged: LoggedMessage): void => {
    const now = clock.mono();
    const at = new Date(clock.wall());
    const chat = chatOf(chats, link, now);
    const key = foldKey(logged.direction, logged.kind, logged.sn, logged.message);
    const same = key === null ? undefined : chat.folds.get(key);
    if (same && now - same.at < messageFold) return buffer.again(same.oid, at);
    if (chat.left < 1) return summarise(link, chat, now, at);
    chat.left -= 1;
    const made = rowOf(newOid(), link, logged, at);
    buffer.keep(made);
    if (key !== null) remember(chat, key, { oid: made.oid, at: now });
  };

  return {
    record,
    except: buffer.except,
    flush: buffer.flush,
    timers,
  };
};
export type DeviceLogRecorder = ReturnType<typeof createDeviceLogRecorder>;
