/** A TIFF of one band and one strip: 16 bits a pixel, or fractions of 32. */
export function buildThermalTiff(
  width: number,
  height: number,
  samples: Uint16Array | Float32Array,
  /** More tags of whole numbers, or in place of the usual ones. */
  tags: Readonly<Record<number, number>> = {},
  /** Its XMP; none unless given. */
  xmp = '',
  /** What GDAL writes beside it, as XML of letters; none unless given. */
  gdal = '',
): Buffer {
  const isFraction = samples instanceof Float32Array;
  const bytes = isFraction ? 4 : 2;
  const strip = Buffer.alloc(samples.length * bytes);
  samples.forEach((value, at) =>
    isFraction ? strip.writeFloatLE(value, at * bytes) : strip.writeUInt16LE(value, at * bytes),
  );
  const [packet, metadata] = [Buffer.from(xmp), gdal === '' ? Buffer.alloc(0) : Buffer.from(`${gdal}\0`)];
  const place: Record<number, number> = {};
  if (xmp !== '') place[700] = 8 + strip.length;
  if (gdal !== '') place[42112] = 8 + strip.length + packet.length;
  /** Types and counts of tags that are no whole number. */
  const texts: Readonly<Record<string, readonly [type: number, count: number]>> = {
    700: [1, packet.length],
    42112: [2, metadata.length],
  };
  const all: Readonly<Record<number, number>> = {
    256: width,
    257: height,
    258: bytes * 8,
    259: 1,
    262: 1,
    273: 8,
    277: 1,
    278: height,
    279: strip.length,
    339: isFraction ? 3 : 1,
    ...place,
    ...tags,
  };
  const entries = Object.entries(all).toSorted(([one], [other]) => Number(one) - Number(other));
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 2 + index * 12;
    directory.writeUInt16LE(Number(tag), at);
    const [type, count] = texts[tag] ?? [4, 1];
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(8 + strip.length + packet.length + metadata.length, 4);
  return Buffer.concat([head, strip, packet, metadata, directory]);
}
