import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limits } from '@eyrie/domain';

/** As much of a file as records in place need. */
export interface SlotFile {
  size(): Promise<number>;
  read(length: number): Promise<Buffer>;
  write(bytes: Buffer, position: number): Promise<void>;
  /** Everything written is on the disk afterwards. */
  sync(): Promise<void>;
  close(): Promise<void>;
}
export type OpenSlotFile = (path: string) => Promise<SlotFile>;

export const openSlotFile: OpenSlotFile = async (path) => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return open(path, 'wx+', 0o600);
  });
  return {
    size: async () => (await file.stat()).size,
    async read(length) {
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length;) {
        const { bytesRead } = await file.read(bytes, at, length - at, at);
        if (bytesRead === 0) return bytes.subarray(0, at);
        at += bytesRead;
      }
      return bytes;
    },
    async write(bytes, position) {
      for (let at = 0; at < bytes.length;)
        at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
};

const { slotBytes, slots: slotCount } = limits.command.journal;
const magic = Buffer.from('EYJ1');
/** Magic, length, sequence number, checksum. */
const headBytes = 32;
const bodyBytes = slotBytes - headBytes;

const checksum = (head: Buffer, body: Buffer): Buffer =>
  createHash('sha256').update(head.subarray(0, 16)).update(body).digest().subarray(0, 16);

const encode = (sequence: number, body: Buffer): Buffer => {
  if (body.length > bodyBytes) throw new RangeError(`a journal record holds at most ${bodyBytes} bytes`);
  const slot = Buffer.alloc(headBytes + body.length);
  magic.copy(slot);
  slot.writeUInt32LE(body.length, 4);
  slot.writeBigUInt64LE(BigInt(sequence), 8);
  body.copy(slot, headBytes);
  checksum(slot, body).copy(slot, 16);
  return slot;
};

/** Null: the slot is free, or was torn in the middle of writing. */
const decode = (slot: Buffer): { sequence: number; body: Buffer } | null => {
  if (slot.length < headBytes || !slot.subarray(0, 4).equals(magic)) return null;
  const length = slot.readUInt32LE(4);
  const body = slot.subarray(headBytes, headBytes + length);
  if (body.length !== length || !slot.subarray(16, 32).equals(checksum(slot, body))) return null;
  return { sequence: Number(slot.readBigUInt64LE(8)), body: Buffer.from(body) };
};

export interface SlotRecord {
  slot: number;
  sequence: number;
  text: string;
}

/**
 * Records in slots of one size, written over in place: a disk that has filled up since the room was taken cannot refuse
 * them. A record is on the disk when `put` returns; one that was torn by a crash fails its checksum and counts as never
 * written.
 */
export const openSlots = async (path: string, openFile: OpenSlotFile) => {
  const file = await openFile(path);
  const used = new Map<number, SlotRecord>();
  let count = Math.floor((await file.size()) / slotBytes);
  const bytes = await file.read(count * slotBytes);
  for (let slot = 0; slot < count; slot += 1) {
    const found = decode(bytes.subarray(slot * slotBytes, (slot + 1) * slotBytes));
    if (found) used.set(slot, { slot, sequence: found.sequence, text: found.body.toString('utf8') });
  }
  let sequence = Math.max(0, ...[...used.values()].map((record) => record.sequence));
  let next = 0;

  /** A free slot; beyond the room that was taken when all of it is in use. */
  const freeSlot = (): number => {
    for (let tried = 0; tried < count; tried += 1, next += 1)
      if (!used.has(next % count)) return next % count;
    return count;
  };
  /** Frees the slot, unless it holds a later record by now. */
  const free = async (record: SlotRecord): Promise<void> => {
    if (used.get(record.slot)?.sequence !== record.sequence) return;
    await file.write(Buffer.alloc(headBytes), record.slot * slotBytes);
    used.delete(record.slot);
  };

  return {
    records: (): SlotRecord[] => [...used.values()].toSorted((a, b) => a.sequence - b.sequence),
    /** Takes all the room there ever is to be; rejects when the disk does not have it. */
    async reserve(): Promise<void> {
      if (count >= slotCount) return;
      // Random, so that no file system keeps it as a hole or packs it.
      await file.write(randomBytes((slotCount - count) * slotBytes), count * slotBytes);
      await file.sync();
      count = slotCount;
    },
    async put(text: string): Promise<void> {
      const slot = freeSlot();
      sequence += 1;
      const record = { slot, sequence, text };
      const written = encode(sequence, Buffer.from(text));
      await file.write(slot < count ? written : Buffer.concat([written], slotBytes), slot * slotBytes);
      await file.sync();
      used.set(slot, record);
      count = Math.max(count, slot + 1);
    },
    async free(records: readonly SlotRecord[]): Promise<void> {
      for (const record of records) await free(record);
      if (records.length > 0) await file.sync();
    },
    close: () => file.close(),
  };
};
export type Slots = Awaited<ReturnType<typeof openSlots>>;
