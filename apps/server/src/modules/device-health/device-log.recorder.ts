import { limits, type MessageKind } from '@eyrie/domain';
import type { Insertable } from 'kysely';
import type { DeviceMessage } from '@eyrie/dji';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DeviceExceptionTable } from '../../platform/postgres/tables/device-logs.ts';
import type { DockLink } from '../dock/index.ts';
import { countRepeats, insertMessages } from './device-message.store.ts';
import { insertErrors } from './error-log.store.ts';
import { foldKey } from './message-fold.ts';
import { messageText } from './message-text.ts';

export interface LoggedMessage {
  direction: 'up' | 'down';
  kind: MessageKind;
  /** Whose topic it stood on. */
  sn: string;
  message: Pick<DeviceMessage, 'method' | 'data' | 'needReply' | 'tid' | 'bid'>;
  /** Bytes. */
  size: number;
}
type MessageRow = Parameters<typeof insertMessages>[1][number] & { data: unknown };

interface Chat {
  /** Messages that may still be stored at once. */
  left: number;
  filledAt: number;
  folds: Map<string, { oid: string; at: number }>;
  summary: { oid: string; at: number } | null;
}

const {
  messageBurst,
  messagesPerMinute,
  messageFold,
  foldsPerDock,
  payloadChars,
  flushRows,
  buffered,
  flushEvery,
} = limits.deviceHealth;

/** Texts of devices as a database keeps them. */
const clean = (text: string | null): string | null => text?.replaceAll('\u0000', '').toWellFormed() ?? null;

const resultOf = (data: unknown): number | null => {
  const result =
    typeof data === 'object' && data !== null ? (data as { result?: unknown }).result : undefined;
  return typeof result === 'number' && Number.isInteger(result) && Math.abs(result) < 2 ** 31 ? result : null;
};

/**
 * Writes the logs of devices in batches beside the message path. A dock that says the same again is counted on the
 * row that stands; one that talks too much is counted on one row a minute. While the database is away the buffer is
 * bounded and the oldest rows go first.
 */
export const createDeviceLogRecorder = ({ db, clock, log, newOid }: Runtime) => {
  let messages: MessageRow[] = [];
  let errors: Insertable<DeviceExceptionTable>[] = [];
  let repeats = new Map<string, { oid: string; times: number; lastAt: Date }>();
  const chats = new WeakMap<DockLink, Chat>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const chatOf = (link: DockLink, now: number): Chat => {
    const chat = chats.get(link) ?? { left: messageBurst, filledAt: now, folds: new Map(), summary: null };
    chats.set(link, chat);
    chat.left = Math.min(messageBurst, chat.left + ((now - chat.filledAt) * messagesPerMinute) / 60_000);
    chat.filledAt = now;
    return chat;
  };
  const again = (oid: string, at: Date): void => {
    const counted = repeats.get(oid);
    if (counted) {
      counted.times += 1;
      counted.lastAt = at;
    } else repeats.set(oid, { oid, times: 1, lastAt: at });
  };
  const row = (link: DockLink, logged: LoggedMessage, at: Date): MessageRow => {
    const { message, direction, kind, sn, size } = logged;
    const { oid: dockOID, groupRoot, groupOID, droneOID, sn: dockSn } = link.dock;
    const device = sn === dockSn ? 'dock' : 'drone';
    return {
      oid: newOid(),
      group_root: groupRoot,
      group_oid: groupOID,
      dock_oid: dockOID,
      drone_oid: device === 'drone' ? droneOID : null,
      flight_oid: link.flightOID,
      device,
      direction,
      kind,
      method: clean(message.method),
      tid: clean(message.tid),
      bid: clean(message.bid),
      need_reply: message.needReply,
      result: resultOf(message.data),
      size,
      at,
      last_at: at,
      data: message.data,
    };
  };
  const keep = (made: MessageRow): void => {
    if (messages.length >= buffered) messages.shift();
    messages.push(made);
  };
  /** Counts what is beyond the rate on one row a minute. */
  const summarise = (link: DockLink, chat: Chat, now: number, at: Date): void => {
    if (chat.summary && now - chat.summary.at < 60_000) return again(chat.summary.oid, at);
    const message = { method: null, data: null, needReply: false, tid: null, bid: null };
    const made = row(link, { direction: 'up', kind: 'summary', sn: link.dock.sn, message, size: 0 }, at);
    chat.summary = { oid: made.oid, at: now };
    keep(made);
  };

  const note = (link: DockLink, logged: LoggedMessage): void => {
    const now = clock.mono();
    const at = new Date(clock.wall());
    const chat = chatOf(link, now);
    const key = foldKey(logged.direction, logged.kind, logged.sn, logged.message);
    const same = key === null ? undefined : chat.folds.get(key);
    if (same && now - same.at < messageFold) return again(same.oid, at);
    if (chat.left < 1) return summarise(link, chat, now, at);
    chat.left -= 1;
    const made = row(link, logged, at);
    keep(made);
    if (key === null) return;
    chat.folds.delete(key);
    chat.folds.set(key, { oid: made.oid, at: now });
    if (chat.folds.size > foldsPerDock) chat.folds.delete(chat.folds.keys().next().value ?? '');
  };

  /** Secrets are masked here, off the path of the messages. */
  const stored = ({ data, ...made }: MessageRow) => {
    const { text, cut } = messageText(data, payloadChars);
    return { ...made, payload: text, cut };
  };
  /** In pieces; what cannot be stored, such as a row of a dock that was deleted, holds up nothing else. */
  const insertAll = async <T>(rows: T[], insert: (piece: T[]) => Promise<void>): Promise<void> => {
    while (rows.length > 0) {
      const piece = rows.slice(0, flushRows);
      try {
        await insert(piece);
      } catch (error) {
        if (isDatabaseDown(error)) throw error;
        for (const one of piece)
          await insert([one]).catch((reason: unknown) => {
            if (isDatabaseDown(reason)) throw reason;
            log.warn({ err: reason }, 'row of a device log dropped');
          });
      }
      rows.splice(0, piece.length);
    }
  };
  const write = async (): Promise<void> => {
    const taken = { messages, errors, repeats };
    messages = [];
    errors = [];
    repeats = new Map();
    try {
      await insertAll(taken.errors, (piece) => insertErrors(db, piece));
      await insertAll(taken.messages, (piece) => insertMessages(db, piece.map(stored)));
      await countRepeats(db, [...taken.repeats.values()]);
    } catch (error) {
      messages = [...taken.messages, ...messages].slice(-buffered);
      errors = [...taken.errors, ...errors].slice(-buffered);
      for (const one of taken.repeats.values()) {
        const newer = repeats.get(one.oid);
        repeats.set(one.oid, newer ? { ...newer, times: newer.times + one.times } : one);
      }
      log.warn({ err: error, waiting: messages.length }, 'logs of devices not written, kept for later');
    }
  };
  const flush = (): Promise<void> => (writing = writing.then(write));

  return {
    note,
    /** Something did not work. */
    except(exception: Insertable<DeviceExceptionTable>): void {
      if (errors.length >= buffered) errors.shift();
      errors.push(exception);
    },
    flush,
    start(): void {
      timer ??= setInterval(() => void flush(), flushEvery);
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      timer = null;
      await flush();
    },
  };
};
export type DeviceLogRecorder = ReturnType<typeof createDeviceLogRecorder>;
