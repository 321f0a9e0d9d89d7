import type { Caller } from '../http/endpoint.ts';

/** What a device was given to upload with. */
export interface StorageCredential {
  secret: string;
  sessionToken: string;
  bucket: string;
  /** Only keys that begin with it; ends with a slash. */
  prefix: string;
  /** Wall time, epoch milliseconds. */
  expiresAt: number;
  dockOID: string;
  /** The session it was given in; null or missing: it belongs to the device alone. */
  sessionOID?: string | null;
  /** Who is signed in there, and still may. */
  caller?: Caller;
}
