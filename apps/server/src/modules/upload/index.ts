import { limits, uploadCalls, type MediaItem, type ParsedRequestOf, type UploadPurpose } from '@eyrie/domain';
import {
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
  type SpooledFile,
} from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { unnamedTimer } from '../../platform/objects/index.ts';
import type { Timer } from '../../platform/timers.ts';
import { heldPart, spooledPart } from './upload-bytes.ts';
import { createUploads, type UploadDeps, type Uploads } from './upload.service.ts';
import { partPrefix, unnamedParts } from './upload.unnamed.store.ts';

export { requireDepartmentRoom } from './upload.service.ts';
export { forgetGrown } from './upload.store.ts';
export type { UploadTarget, UploadTargets, WholeFile } from './upload.service.ts';

/** Right that each purpose needs: one call serves both. */
const rights = { media: 'media:edit', orthophoto: 'layer:edit' } as const;

export interface UploadRoom {
  uploads: Uploads;
  endpoints: Endpoint[];
  timers: Timer[];
}

const part =
  (uploads: Uploads, purpose: UploadPurpose) =>
  async (request: ParsedRequestOf<typeof uploadCalls.chunk>, context: CallContext) => {
    const { offset, sha256, ...file } = request;
    const { held, spooled } = context;
    if (!held && !spooled) {
      if (offset !== undefined || sha256 !== undefined) throw new Refusal('malformed');
      return { storedOID: await uploads.join(purpose, file, context) };
    }
    if (offset === undefined) throw invalidField('offset', 'required');
    if (sha256 === undefined) throw invalidField('sha256', 'required');
    const arrived = held ? heldPart(held) : spooledPart(spooled as SpooledFile);
    return { storedOID: await uploads.take(purpose, file, { start: offset, sha256, arrived }, context) };
  };

/** @param itemOf a file of results as its reader sees it */
export const createUpload = (
  deps: UploadDeps & { itemOf(caller: Caller, oid: string): Promise<MediaItem> },
): UploadRoom => {
  const uploads = createUploads(deps);
  return {
    uploads,
    endpoints: [
      serve(uploadCalls.state, async ({ purpose, head, ...file }, { caller }) => {
        if (!caller.resources.has(rights[purpose])) throw new Refusal('notAllowed');
        return uploads.state(purpose, { ...file, head: Buffer.from(head, 'hex') }, caller);
      }),
      serve(uploadCalls.chunk, part(uploads, 'media')),
      serve(uploadCalls.tifChunk, part(uploads, 'orthophoto')),
      serve(uploadCalls.unfinished, async (_request, { caller }) => ({
        list: (await uploads.unfinished(caller)).map((row) => ({
          oid: row.oid,
          name: row.name,
          size: Number(row.size),
          purpose: row.purpose,
          received: Number(row.received),
          touchedAt: row.touched_at.getTime(),
        })),
      })),
      serve(uploadCalls.cancel, async ({ oid }, { caller }) => {
        await uploads.cancel(oid, caller);
        return { ok: true as const };
      }),
      serve(uploadCalls.whole, async (_request, context) => {
        if (!context.spooled) throw new Refusal('malformed');
        return deps.itemOf(context.caller, await uploads.whole(context.spooled, context));
      }),
    ],
    timers: [
      {
        name: 'upload.cleanUp',
        every: limits.upload.clearEvery,
        once: 'any',
        run: () => uploads.clearAbandoned(),
      },
      unnamedTimer('upload.removeUnnamed', deps.runtime, {
        objects: deps.objects,
        own: { prefixes: [partPrefix], unnamed: (keys) => unnamedParts(deps.runtime.db, keys) },
      }),
    ],
  };
};
