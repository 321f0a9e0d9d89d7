import { limits, objectKey, rawText } from '@eyrie/domain';
import { z } from 'zod';
import { decodeFileUpload, type UploadedFile } from '../media-events.ts';
import { words } from '../tolerant.ts';
import { workspace } from './query.ts';

const fingerprint = rawText(200)
  .transform((value) => value.trim())
  .pipe(z.string().min(1));
const count = z.number().int().min(0).max(100_000).optional();

/** Two n in the field of a file, one in the list. */
const extension = z.looseObject({
  tinny_fingerprint: fingerprint.optional(),
  file_group_id: words.pipe(rawText(200)).optional(),
});

export const mediaKnown = z
  .object({ ...workspace, fingerprint, name: rawText(255).optional(), ext: extension.optional() })
  .transform(({ w, fingerprint: whole }) => ({ w, fingerprint: whole }));

export const fingerprintsAsked = z
  .object({ ...workspace, tiny_fingerprints: z.array(fingerprint).max(limits.pilot.listMost) })
  .transform(({ w, tiny_fingerprints: tiny }) => ({ w, tiny }));
export const fingerprintsAnswered = z.object({ tiny_fingerprints: z.array(z.string()) });

export interface PilotFile {
  w: string;
  /** Null: the key climbs out of the place it is stored under. */
  file: UploadedFile | null;
  fingerprint: string | null;
  tinyFingerprint: string | null;
  groupId: string | null;
}

export const mediaUploaded = z
  .looseObject({
    ...workspace,
    object_key: objectKey,
    fingerprint: fingerprint.optional(),
    ext: extension.optional(),
  })
  .transform((sent): PilotFile => {
    const { w, object_key: key, ext, fingerprint: whole } = sent;
    const { path, name, metadata } = sent as Record<string, unknown>;
    return {
      w,
      // The same fields as of a dock, one level up.
      file: decodeFileUpload({
        result: sent['result'],
        file: { object_key: key, path, name, ext, metadata },
      }),
      fingerprint: whole ?? null,
      tinyFingerprint: ext?.tinny_fingerprint ?? null,
      groupId: ext?.file_group_id ?? null,
    };
  });

export const groupUploaded = z
  .object({
    ...workspace,
    file_group_id: fingerprint.optional(),
    file_count: count,
    file_uploaded_count: count,
  })
  .transform(({ w, file_group_id: groupId = null, file_uploaded_count: uploaded = null }) => ({
    w,
    groupId,
    uploaded,
  }));
