/** Characters of one value that is read. */
const longest = 64;
const field = new RegExp(
  String.raw`drone-dji:([A-Za-z]{1,40})(?:\s*=\s*(?:"([^"<]{0,${longest}})"|'([^'<]{0,${longest}})')|\s*>([^<]{0,${longest}})<)`,
  'g',
);

/** What aircraft of DJI say of a photo, by its name in their XMP; written as attributes by most, as elements by some. */
export function xmpValues(packet: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, element] of packet.matchAll(field)) {
    const value = (double ?? single ?? element ?? '').trim();
    if (value !== '' && !found.has(name)) found.set(name, value);
  }
  return found;
}

const created = /xmp:CreateDate(?:\s*=\s*["']|\s*>)([0-9T:.Z+-]{10,40})/;

/** When a photo was made, with the zone of its clock, as its XMP says it; empty: it does not. */
export const createDateOf = (packet: string): string => created.exec(packet)?.[1] ?? '';
