import { crc32, inflateRawSync } from 'node:zlib';
import { TableRefused } from './refused.ts';
import type { TableBounds } from './rows.ts';

const signature = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 } as const;
const endSize = 22;
const centralSize = 46;
const localSize = 30;
const encryptedFlags = 0x2041;
/** Parts beyond this size must not have shrunk more than the limit says. */
const ratioFrom = 1_000_000;
interface Part {
  name: string;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  localStart: number;
}

/**
 * Expands those parts of an archive that `wanted` names, after judging all of it: counts, names, sizes, ratios,
 * encryption and overlaps. Sizes are proved while expanding and never believed. Each part is given away before the
 * next is expanded, so that they need not all be in memory.
 *
 * @throws TableRefused `zipUnsafe`
 */
export function expandSafely(
  bytes: Uint8Array,
  bounds: TableBounds,
  wanted: (name: string) => boolean,
  take: (name: string, content: Uint8Array) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { parts, directory } = readDirectory(bytes, view, bounds.entries);
  checkNames(parts);
  checkSizes(parts, bounds);
  const packed = locate(bytes, view, parts, directory);
  for (const part of parts)
    if (wanted(part.name)) take(part.name, expand(part, packed.get(part.name) ?? new Uint8Array()));
}

const unsafe = (detail: string): TableRefused => new TableRefused('zipUnsafe', detail);

function readDirectory(
  bytes: Uint8Array,
  view: DataView,
  most: number,
): { parts: Part[]; directory: number } {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  if (view.getUint16(end + 8, true) !== count || count > most) throw unsafe(`${count} parts`);
  if (directory + view.getUint32(end + 12, true) !== end) throw unsafe('directory');
  const parts: Part[] = [];
  let at = directory;
  for (let i = 0; i < count; i++) {
    if (at + centralSize > end || view.getUint32(at, true) !== signature.central) throw unsafe('directory');
    const nameEnd = at + centralSize + view.getUint16(at + 28, true);
    if ((view.getUint16(at + 8, true) & encryptedFlags) !== 0) throw unsafe('encrypted');
    parts.push({
      name: new TextDecoder().decode(bytes.subarray(at + centralSize, nameEnd)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      localStart: view.getUint32(at + 42, true),
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { parts, directory };
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - endSize; at >= Math.max(0, view.byteLength - endSize - 0xffff); at--)
    // The comment must end with the file, or the signature was only bytes inside something else.
    if (
      view.getUint32(at, true) === signature.end &&
      at + endSize + view.getUint16(at + 20, true) === view.byteLength
    )
      return at;
  throw unsafe('no directory');
}

function checkNames(parts: readonly Part[]): void {
  const seen = new Set<string>();
  for (const { name } of parts) {
    const folded = name.toLowerCase();
    const steps = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
    if (
      name.length > 512 ||
      /[\\:\p{Cc}]/u.test(name) ||
      steps.some((step) => step === '' || step === '.' || step === '..') ||
      seen.has(folded)
    )
      throw unsafe(`name ${JSON.stringify(name.slice(0, 100))}`);
    seen.add(folded);
  }
}

function checkSizes(parts: readonly Part[], bounds: TableBounds): void {
  let total = 0;
  for (const { name, method, size, packedSize } of parts) {
    total += size;
    if (size > bounds.entryBytes || total > bounds.expandedBytes)
      throw unsafe(`${name} expands to ${size} bytes`);
    if (size > ratioFrom && size > packedSize * bounds.ratio) throw unsafe(`${name} shrank too much`);
    if (method !== 8 && (method !== 0 || size !== packedSize)) throw unsafe(`${name}: method ${method}`);
  }
}

/** Finds the bytes of each part through its local header; no byte belongs to two parts. */
function locate(
  bytes: Uint8Array,
  view: DataView,
  parts: readonly Part[],
  directory: number,
): Map<string, Uint8Array> {
  const packed = new Map<string, Uint8Array>();
  let free = 0;
  for (const part of parts.toSorted((a, b) => a.localStart - b.localStart)) {
    const at = part.localStart;
    if (at < free || at + localSize > directory || view.getUint32(at, true) !== signature.local)
      throw unsafe(`${part.name}: header`);
    const from = at + localSize + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    free = from + part.packedSize;
    if (free > directory) throw unsafe(`${part.name} reaches beyond the archive`);
    packed.set(part.name, bytes.subarray(from, free));
  }
  return packed;
}

function expand(part: Part, packed: Uint8Array): Uint8Array {
  const content = part.method === 0 ? packed : inflated(part, packed);
  if (crc32(content) !== part.crc) throw unsafe(`${part.name}: checksum`);
  return content;
}

function inflated(part: Part, packed: Uint8Array): Uint8Array {
  let content: Uint8Array;
  try {
    // One byte more than there should be, so that all of it comes as one piece without a copy.
    content = inflateRawSync(packed, { chunkSize: part.size + 65, maxOutputLength: part.size + 1 });
  } catch (error) {
    throw unsafe(`${part.name}: ${String(error)}`);
  }
  if (content.length !== part.size) throw unsafe(`${part.name} has another size than it says`);
  return content;
}
