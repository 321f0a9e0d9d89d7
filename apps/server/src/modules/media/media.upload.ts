import { contentKind, limits } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { UploadTarget, WholeFile } from '../upload/index.ts';
import { contentTypeOf } from './media.preview.ts';
import { insertMedia, mediaByHash } from './media.store.ts';

/** A name as it is kept: of one line, and of nothing but itself. */
const cleanName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').slice(0, 255) || 'file';

/** How files that people send become results. */
export const mediaTarget = (
  { db, newOid }: Pick<Runtime, 'db' | 'newOid'>,
  { audit, objects }: { audit: AuditLog; objects: Objects },
): UploadTarget => ({
  check({ name, size, head }) {
    const max = limits.media.objectBytes;
    if (size > max) throw new Refusal('tooLarge', { values: { max } });
    if (head !== null && contentKind(cleanName(name), head) === null) throw new Refusal('uploadKind');
  },
  find: (caller: Caller, hash: string) => mediaByHash(db, caller, hash),
  async finish(file: WholeFile, context: CallContext): Promise<string> {
    const { caller } = context;
    const oid = newOid();
    const name = cleanName(file.name);
    const objectKey = `media/people/${caller.groupRoot}/${oid}`;
    const { contentType } = contentTypeOf(name);
    await file.storeAs(objectKey, contentType);
    try {
      const head = await headOf(objects, objectKey);
      const kind = contentKind(name, head);
      if (kind === null) throw new Refusal('uploadKind');
      await db.transaction().execute(async (trx) => {
        await insertMedia(trx, {
          ...nothingSaid,
          oid,
          groupRoot: caller.groupRoot,
          groupOID: caller.groupOID,
          createdBy: caller.memberOID,
          objectKey,
          name,
          kind,
          size: file.size,
          hash: file.hash,
        });
        await audit.done(trx, context, 'media.upload', { oid, name, size: file.size });
      });
      return oid;
    } catch (error) {
      await objects.delete(objectKey);
      throw error;
    }
  },
});

const nothingSaid = {
  dockOID: null,
  flightOID: null,
  lng: null,
  lat: null,
  absoluteAltitude: null,
  relativeAltitude: null,
  gimbalYaw: null,
  shotAt: null,
  metadata: {},
  fingerprint: null,
  tinyFingerprint: null,
};

/** The first bytes of an object, by which its kind is recognised. */
const headOf = async (objects: Objects, key: string): Promise<Uint8Array> => {
  const found = await objects.get(key, { start: 0, end: limits.upload.head - 1 });
  const chunks: Buffer[] = [];
  if (found) for await (const chunk of found.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
