import { crc32, deflateSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';

const part = (name: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
};

/** A PNG of one colour; red, green and blue 0 to 255. */
export function buildPng(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x += 1) row.set(colour, 1 + x * 3);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', header),
    part('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    part('IEND', new Uint8Array()),
  ]);
}

/** A zip of named files, such as tiles by their places. */
export const buildZip = (files: Readonly<Record<string, Uint8Array>>): Uint8Array => zipSync({ ...files });

/** The files of a zip, by their names. */
export const openZip = (zip: Uint8Array): Record<string, Uint8Array> => unzipSync(zip);
