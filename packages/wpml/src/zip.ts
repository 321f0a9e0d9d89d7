import { decodeUtf8, latin1 } from './text.ts';
import type { KmzLimits } from './limits.ts';
import { KmzRefused } from './refusal.ts';

/** One file of the archive as its directory describes it. The content is still packed. */
export interface ZipEntry {
  readonly name: string;
  /** The name as stored, for writing it back unchanged. */
  readonly nameBytes: Uint8Array;
  readonly nameIsUtf8: boolean;
  readonly folder: boolean;
  readonly method: 'stored' | 'deflated';
  readonly crc: number;
  readonly size: number;
  /** The packed bytes. */
  readonly packed: Uint8Array;
}

const signature = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const;
const endSize = 22;
const centralSize = 46;
const localSize = 30;
/** Bit 0: encrypted; bit 6: strong encryption; bit 13: directory masked. */
const encryptedFlags = 0x2041;
const descriptorFlag = 0x0008;
const utf8Flag = 0x0800;
const aesMethod = 99;
const symbolicLink = 0xa000;

interface Directory {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/**
 * Reads the directory of an archive and judges it before a byte is expanded: counts, names, declared sizes
 * and ratios, encryption, and that no two entries share bytes. Nothing here believes a local header that
 * says something else than the directory, because two readers that disagree are how hostile files get in.
 *
 * @throws KmzRefused
 */
export function readZip(bytes: Uint8Array, limits: KmzLimits): ZipEntry[] {
  if (bytes.length > limits.kmzBytes) throw new KmzRefused('kmzTooBig', `file has ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(view);
  if (directory.count > limits.entries) throw new KmzRefused('kmzTooBig', `${directory.count} entries`);
  const found = readDirectory(bytes, view, directory);
  checkNames(found.map((entry) => entry.name));
  checkSizes(found, limits);
  return locate(bytes, view, found, directory);
}

function broken(detail: string): KmzRefused {
  return new KmzRefused('kmzNotZip', detail);
}

function findDirectory(view: DataView): Directory {
  const earliest = Math.max(0, view.byteLength - endSize - 0xffff);
  for (let at = view.byteLength - endSize; at >= earliest; at--) {
    if (view.getUint32(at, true) !== signature.end) continue;
    // The comment must end with the file, or the signature was only bytes inside something else.
    if (at + endSize + view.getUint16(at + 20, true) !== view.byteLength) continue;
    const count = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 12, true);
    const start = view.getUint32(at + 16, true);
    if (view.getUint16(at + 4, true) !== 0 || view.getUint16(at + 8, true) !== count) {
      throw broken('archive in several parts');
    }
    if (start + size !== at) throw broken('directory is not where the archive says');
    return { start, end: at, count };
  }
  throw broken('no ZIP directory');
}

interface CentralEntry extends Omit<ZipEntry, 'packed'> {
  readonly flags: number;
  readonly packedSize: number;
  readonly localStart: number;
}

function readDirectory(bytes: Uint8Array, view: DataView, directory: Directory): CentralEntry[] {
  const { end } = directory;
  const entries: CentralEntry[] = [];
  let at = directory.start;
  for (let i = 0; i < directory.count; i++) {
    if (at + centralSize > end || view.getUint32(at, true) !== signature.central) {
      throw broken(`directory ends at entry ${i}`);
    }
    const nameEnd = at + centralSize + view.getUint16(at + 28, true);
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw broken(`entry ${i} reaches beyond the directory`);
    entries.push(readCentralEntry(view, at, bytes.subarray(at + centralSize, nameEnd)));
    at = next;
  }
  return entries;
}

function readCentralEntry(view: DataView, at: number, nameBytes: Uint8Array): CentralEntry {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const name = decodeUtf8(nameBytes) ?? latin1(nameBytes);
  if ((flags & encryptedFlags) !== 0 || method === aesMethod) throw new KmzRefused('kmzEncrypted', name);
  if (method !== 0 && method !== 8) throw broken(`${name}: compression method ${method}`);
  const unixMode = view.getUint32(at + 38, true) >>> 16;
  if ((unixMode & 0xf000) === symbolicLink) throw new KmzRefused('kmzUnsafePath', `${name} is a link`);
  return {
    name,
    nameBytes,
    nameIsUtf8: (flags & utf8Flag) !== 0,
    folder: name.endsWith('/'),
    method: method === 0 ? 'stored' : 'deflated',
    crc: view.getUint32(at + 16, true),
    packedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    flags,
    localStart: view.getUint32(at + 42, true),
  };
}

function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
    const unsafe =
      name.length > 1024 ||
      // oxlint-disable-next-line no-control-regex -- control characters are exactly what must not pass
      /[\\:\u0000-\u001f\u007f]/.test(name) ||
      parts.some((part) => part === '' || part === '.' || part === '..');
    if (unsafe) throw new KmzRefused('kmzUnsafePath', JSON.stringify(name.slice(0, 200)));
    // Some file systems fold case: two such names would be one file there.
    const folded = parts.join('/').toLowerCase();
    if (seen.has(folded)) throw new KmzRefused('kmzUnsafePath', `${name} appears twice`);
    seen.add(folded);
  }
}

function checkSizes(entries: readonly CentralEntry[], limits: KmzLimits): void {
  let total = 0;
  for (const { name, size, packedSize, method } of entries) {
    total += size;
    if (size > limits.entryBytes) throw new KmzRefused('kmzTooBig', `${name} expands to ${size} bytes`);
    if (total > limits.expandedBytes) throw new KmzRefused('kmzTooBig', `expands beyond ${total} bytes`);
    if (size > packedSize * limits.ratio) {
      throw new KmzRefused(
        'kmzTooBig',
        `${name} expands ${Math.round(size / Math.max(1, packedSize))} times`,
      );
    }
    if (method === 'stored' && size !== packedSize) throw broken(`${name}: stored, but with two sizes`);
  }
}

/** Finds each entry's bytes through its local header and proves that no byte belongs to two entries. */
function locate(
  bytes: Uint8Array,
  view: DataView,
  entries: readonly CentralEntry[],
  directory: Directory,
): ZipEntry[] {
  const claimed: { from: number; to: number }[] = [];
  const located = entries.map(({ flags, packedSize, localStart, ...entry }) => {
    const at = localStart;
    if (at + localSize > directory.start || view.getUint32(at, true) !== signature.local) {
      throw broken(`${entry.name}: no local header`);
    }
    const nameEnd = at + localSize + view.getUint16(at + 26, true);
    const from = nameEnd + view.getUint16(at + 28, true);
    const to = from + packedSize;
    if (to > directory.start) throw broken(`${entry.name} reaches beyond its archive`);
    const sameName = equalBytes(bytes.subarray(at + localSize, nameEnd), entry.nameBytes);
    const described = (view.getUint16(at + 6, true) & descriptorFlag) !== 0;
    const sameSizes =
      described ||
      (view.getUint32(at + 18, true) === packedSize && view.getUint32(at + 22, true) === entry.size);
    const sameMethod = view.getUint16(at + 8, true) === (entry.method === 'stored' ? 0 : 8);
    const sameFlags = ((view.getUint16(at + 6, true) ^ flags) & (encryptedFlags | descriptorFlag)) === 0;
    if (!sameName || !sameSizes || !sameMethod || !sameFlags) {
      throw broken(`${entry.name}: header and directory disagree`);
    }
    claimed.push({ from: at, to });
    return { ...entry, packed: bytes.subarray(from, to) };
  });
  claimed.sort((a, b) => a.from - b.from);
  if (claimed.some((entry, i) => entry.from < (claimed[i - 1]?.to ?? 0))) throw broken('entries overlap');
  return located;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
