import { Deflate, deflateSync } from 'fflate';
import { crc32 } from './crc32.ts';
import { encodeUtf8 } from './text.ts';
import type { ZipEntry } from './zip.ts';

export type Compression = 'stored' | 'deflated';

/** Midnight of 1 January 1980, the first moment the format knows: the same route is always the same bytes. */
const dosDate = 0x0021;
const version = 20;
const utf8Flag = 0x0800;

/** Packs one file for `writeZip`. */
export function pack(name: string, content: Uint8Array, compression: Compression): ZipEntry {
  return {
    name,
    nameBytes: encodeUtf8(name),
    nameIsUtf8: true,
    folder: false,
    method: compression,
    crc: crc32(content),
    size: content.length,
    packed: compression === 'stored' ? content : deflateSync(content, { level: 6 }),
  };
}

/** Letters that are packed at a time. */
const pieceLetters = 64 * 1024;

function* encodedPieces(parts: Iterable<string>): Generator<Uint8Array> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < pieceLetters) continue;
    yield encodeUtf8(text);
    text = '';
  }
  if (text !== '') yield encodeUtf8(text);
}

/** Packs a long text for `writeZip` as it is written: a hundred megabytes of it are never held at once. */
export function packParts(name: string, parts: Iterable<string>, compression: Compression): ZipEntry {
  const packed: Uint8Array[] = [];
  // Text of one shape shrinks to a fiftieth also at the quickest level.
  const deflate =
    compression === 'deflated' ? new Deflate({ level: 1 }, (piece) => packed.push(piece)) : null;
  let [crc, size] = [0, 0];
  for (const piece of encodedPieces(parts)) {
    crc = crc32(piece, crc);
    size += piece.length;
    if (deflate) deflate.push(piece);
    else packed.push(piece);
  }
  deflate?.push(new Uint8Array(), true);
  const nameBytes = encodeUtf8(name);
  const method = compression;
  return { name, nameBytes, nameIsUtf8: true, folder: false, method, crc, size, packed: joined(packed) };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** An archive of the entries in their order. Entries that came from another archive keep their packed bytes. */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const directorySize = entries.reduce((sum, { nameBytes }) => sum + 46 + nameBytes.length, 0);
  const dataSize = entries.reduce(
    (sum, { nameBytes, packed }) => sum + 30 + nameBytes.length + packed.length,
    0,
  );
  const bytes = new Uint8Array(dataSize + directorySize + 22);
  const view = new DataView(bytes.buffer);
  let at = 0;
  let directory = dataSize;
  for (const entry of entries) {
    const { nameBytes, packed } = entry;
    view.setUint32(directory, 0x02014b50, true);
    view.setUint16(directory + 4, version, true);
    writeShared(view, directory + 6, entry);
    view.setUint32(directory + 42, at, true);
    bytes.set(nameBytes, directory + 46);
    directory += 46 + nameBytes.length;
    view.setUint32(at, 0x04034b50, true);
    writeShared(view, at + 4, entry);
    bytes.set(nameBytes, at + 30);
    bytes.set(packed, at + 30 + nameBytes.length);
    at += 30 + nameBytes.length + packed.length;
  }
  view.setUint32(directory, 0x06054b50, true);
  view.setUint16(directory + 8, entries.length, true);
  view.setUint16(directory + 10, entries.length, true);
  view.setUint32(directory + 12, directorySize, true);
  view.setUint32(directory + 16, dataSize, true);
  return bytes;
}

/** The fields that stand in the same order in both headers. Sizes are known, so no data descriptor follows. */
function writeShared(view: DataView, at: number, entry: ZipEntry): void {
  view.setUint16(at, version, true);
  view.setUint16(at + 2, entry.nameIsUtf8 ? utf8Flag : 0, true);
  view.setUint16(at + 4, entry.method === 'stored' ? 0 : 8, true);
  view.setUint16(at + 8, dosDate, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.packed.length, true);
  view.setUint32(at + 18, entry.size, true);
  view.setUint16(at + 22, entry.nameBytes.length, true);
}
