import { routeFileType } from '@eyrie/domain';
import { attachment } from '../../platform/http/attachment.ts';
import { BytesAnswer } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import { sha256 } from './route.objects.ts';

/**
 * A stored file.
 * @param file.checksum null: whatever stands there
 * @throws Refusal `routeChanged` when it is gone or not the one that was reviewed
 */
export async function readFile(
  objects: Objects,
  file: { objectKey: string; checksum: string | null },
): Promise<Buffer> {
  const found = await objects.get(file.objectKey);
  if (!found) throw new Refusal('routeChanged');
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (file.checksum !== null && sha256(bytes) !== file.checksum) throw new Refusal('routeChanged');
  return bytes;
}

/**
 * The file of a route as it is saved; `done` is awaited before the first byte leaves.
 * @param dressed adds what goes with it to people
 */
export async function routeFile(
  objects: Objects,
  route: { name: string; objectKey: string; checksum: string },
  done: () => Promise<void>,
  dressed: (bytes: Uint8Array) => Promise<Uint8Array> = (bytes) => Promise.resolve(bytes),
): Promise<BytesAnswer> {
  const bytes = await dressed(await readFile(objects, route));
  await done();
  return new BytesAnswer(bytes, {
    'content-type': routeFileType,
    'content-length': String(bytes.length),
    'content-disposition': attachment(route.name, 'kmz'),
  });
}
