import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { StorageCredential } from './credential.ts';
import { linkKeyId } from './link.ts';
import { S3Error } from './s3-error.ts';
import { checkSignature, checkTime, signingKey } from './sigv4.ts';
import type { Claim, SignedRequest } from './sigv4.ts';

/** A request whose signature has been checked. */
export interface Grant {
  accessKeyId: string;
  claim: Claim;
  signingKey: Buffer;
  /** Of a device; undefined for one of our own links. */
  credential: StorageCredential | undefined;
}

export interface AuthoriseOptions {
  linkSecret: string | undefined;
  findCredential: (accessKeyId: string) => Promise<StorageCredential | null>;
  clock: Clock;
}

/** Finds out who signed a request. @throws S3Error when nobody we know did, or too long ago. */
export async function authorise(
  request: SignedRequest,
  claim: Claim,
  options: AuthoriseOptions,
): Promise<Grant> {
  const now = options.clock.wall();
  checkTime(claim, request.url, now);
  const own = claim.accessKeyId === linkKeyId;
  if (own && (!claim.presigned || options.linkSecret === undefined)) throw new S3Error('InvalidAccessKeyId');
  const credential = own ? undefined : await options.findCredential(claim.accessKeyId);
  if (credential === null) throw new S3Error('InvalidAccessKeyId');
  const key = signingKey(credential?.secret ?? options.linkSecret ?? '', claim.scope);
  checkSignature(request, claim, key);
  if (credential) {
    if (!same(claim.token ?? '', credential.sessionToken)) throw new S3Error('InvalidToken');
    if (credential.expiresAt <= now) throw new S3Error('ExpiredToken');
  }
  return { accessKeyId: claim.accessKeyId, claim, signingKey: key, credential };
}

function same(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
