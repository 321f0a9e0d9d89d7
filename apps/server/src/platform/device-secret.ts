import { createHash } from 'node:crypto';

/** The form in which a dock's secret is stored. Its 256 random bits need no slow hash. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();
