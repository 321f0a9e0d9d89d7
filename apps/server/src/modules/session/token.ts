import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256: enough for what nobody can guess. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
