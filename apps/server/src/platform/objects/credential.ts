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
}
