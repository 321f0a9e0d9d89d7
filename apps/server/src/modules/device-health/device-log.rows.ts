import { limits, type MessageKind } from '@eyrie/domain';
import type { DeviceMessage } from '@eyrie/dji';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { SparingWarn } from '../../platform/sparing-log.ts';
import type { DockLink } from '../dock/index.ts';
import type { insertMessages } from './device-message.store.ts';
import { messageText } from './message-text.ts';

const { payloadChars, flushRows } = limits.deviceHealth;

export interface LoggedMessage {
  direction: 'up' | 'down';
  kind: MessageKind;
  /** Whose topic it stood on. */
  sn: string;
  message: Pick<DeviceMessage, 'method' | 'data' | 'needReply' | 'tid' | 'bid'>;
  /** Bytes. */
  size: number;
}
/** Not yet text: that is made off the path of the messages. */
export type MessageRow = Parameters<typeof insertMessages>[1][number] & { data: unknown };

/** Texts of devices as a database keeps them. */
const clean = (text: string | null): string | null => text?.replaceAll('\u0000', '').toWellFormed() ?? null;

const resultOf = (data: unknown): number | null => {
  const result =
    typeof data === 'object' && data !== null ? (data as { result?: unknown }).result : undefined;
  return typeof result === 'number' && Number.isInteger(result) && Math.abs(result) < 2 ** 31 ? result : null;
};

/** The row of a message that is kept. */
export const rowOf = (oid: string, link: DockLink, logged: LoggedMessage, at: Date): MessageRow => {
  const { message, direction, kind, sn, size } = logged;
  const { oid: dockOID, groupRoot, groupOID, droneOID, sn: dockSn } = link.dock;
  const device = sn === dockSn ? 'dock' : 'drone';
  return {
    oid,
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
/** Secrets are masked here, off the path of the messages. */
export const stored = ({ data, ...made }: MessageRow) => {
  const { text, cut } = messageText(data, payloadChars);
  return { ...made, payload: text, cut };
};
/** In pieces; what cannot be stored, such as a row of a dock that was deleted, holds up nothing else. */
export const insertAll = async <T extends { dock_oid?: string | null }>(
  warn: SparingWarn,
  rows: T[],
  insert: (piece: T[]) => Promise<void>,
): Promise<void> => {
  while (rows.length > 0) {
    const piece = rows.slice(0, flushRows);
    try {
      await insert(piece);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      for (const one of piece)
        await insert([one]).catch((reason: unknown) => {
          if (isDatabaseDown(reason)) throw reason;
          const dockOID = one.dock_oid ?? '';
          warn(dockOID, { err: reason, dockOID }, 'row of a device log dropped');
        });
    }
    rows.splice(0, piece.length);
  }
};
