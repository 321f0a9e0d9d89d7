import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, uploadCalls } from '@eyrie/domain';
import { createUpload } from '../upload/index.ts';
import { administrator, call, folder, objects, orthophotos, rooms } from './layer-world.fixture.ts';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/**
 * A file of which every part has arrived, the last one first.
 * @returns puts the parts together
 */
export async function inParts(name: string, bytes: Buffer) {
  const { endpoints: extra } = createUpload({
    quotasAbove: async () => [],
    runtime: rooms.runtime,
    objects,
    targets: { media: orthophotos, orthophoto: orthophotos },
    itemOf: () => Promise.reject(new Error('no result is made here')),
  });
  const { block } = limits.upload;
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += block) pieces.push(bytes.subarray(at, at + block));
  const hash = sha256(Buffer.concat(pieces.map(sha256))).toString('hex');
  const about = { name, size: String(bytes.length), hash };
  const path = join(folder, `part-of-${name}`);
  const answers: unknown[] = [];
  for (const [at, piece] of [...pieces.entries()].toReversed()) {
    await writeFile(path, piece);
    const spooled = { name, path, size: piece.length };
    const place = { offset: String(at * block), sha256: sha256(piece).toString('hex') };
    answers.push(await call(uploadCalls.tifChunk, { ...about, ...place }, administrator, { extra, spooled }));
  }
  const putTogether = (more: object = {}, token = administrator) =>
    call<{ storedOID: string }>(uploadCalls.tifChunk, { ...about, ...more }, token, { extra });
  return { answers, putTogether };
}
