import { z } from 'zod';
import { credentialFields, type StorageCredential } from '../requests.ts';

export const storageAnswered = z.object({
  provider: z.string(),
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  object_key_prefix: z.string(),
  credentials: z.object({
    access_key_id: z.string(),
    access_key_secret: z.string(),
    security_token: z.string(),
    /** Seconds. */
    expire: z.number(),
  }),
});

/** The same credential as a dock gets, without what stands around it there. */
export const toStorage = (credential: StorageCredential): z.input<typeof storageAnswered> =>
  credentialFields(credential);
