/** A part of an MP4 or QuickTime file as its first bytes announce it. */
export interface Box {
  /** Four signs. */
  kind: string;
  /** Bytes with its head; null: to the end of the file. */
  size: number | null;
  head: number;
}

/** The most bytes with which a part begins. */
export const boxHeadBytes = 16;

/** What a part says of its length. @param bytes its first sixteen, or what is left of the file. @returns null: it cannot be one */
export const boxOf = (bytes: Buffer): Box | null => {
  if (bytes.length < 8) return null;
  const short = bytes.readUInt32BE(0);
  const kind = bytes.toString('latin1', 4, 8);
  if (short === 0) return { kind, size: null, head: 8 };
  if (short !== 1) return short < 8 ? null : { kind, size: short, head: 8 };
  if (bytes.length < boxHeadBytes) return null;
  const long = bytes.readBigUInt64BE(8);
  // Above this a number no longer holds every byte apart, and no store has such a file.
  if (long < 16n || long > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { kind, size: Number(long), head: boxHeadBytes };
};

/** Seconds from 1904, from which such files count, to 1970. */
const mac = 2_082_844_800;

/** When a film was begun, epoch ms, as the first part of its `moov` says; null: it does not say. @param bytes the first of `moov` */
export const createdAtOf = (bytes: Buffer): number | null => {
  const outer = boxOf(bytes);
  if (!outer) return null;
  const own = bytes.subarray(outer.head);
  const inner = boxOf(own);
  if (inner?.kind !== 'mvhd' || own.length < inner.head + 12) return null;
  const isLong = own.readUInt8(inner.head) === 1;
  const seconds = isLong ? Number(own.readBigUInt64BE(inner.head + 4)) : own.readUInt32BE(inner.head + 4);
  const at = (seconds - mac) * 1_000;
  return seconds === 0 || !Number.isSafeInteger(at) || Math.abs(at) > 8.64e15 ? null : at;
};
