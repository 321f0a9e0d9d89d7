import { createHash } from 'node:crypto';
import { routeFileType } from '@eyrie/domain';
import { attachment } from '../../platform/http/attachment.ts';
import { BytesAnswer } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';

/** The stored file. @throws Refusal `routeChanged` when it is gone or not the one that was reviewed. */
async function fileOf(objects: Objects, route: { objectKey: string; checksum: string }): Promise<Buffer> {
  const found = await objects.get(route.objectKey);
  if (!found) throw new Refusal('routeChanged');
  const chunks: Buffer[] = [];
  for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (createHash('sha256').update(bytes).digest('hex') !== route.checksum) throw new Refusal('routeChanged');
  return bytes;
}

/** The file of a route as it is saved; `done` is awaited before the first byte leaves. */
export async function routeFile(
  objects: Objects,
  route: { name: string; objectKey: string; checksum: string },
  done: () => Promise<void>,
): Promise<BytesAnswer> {
  const bytes = await fileOf(objects, route);
  await done();
  return new BytesAnswer(bytes, {
    'content-type': routeFileType,
    'content-length': String(bytes.length),
    'content-disposition': attachment(route.name, 'kmz'),
  });
}
