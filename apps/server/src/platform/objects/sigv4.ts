import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { S3Error } from './s3-error.ts';

/** A request as far as its signature reaches, taken as it came over the wire. */
export interface SignedRequest {
  method: string;
  /** Path and query, still percent-encoded. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a request claims about who signed it. */
export interface Claim {
  accessKeyId: string;
  /** `date/region/s3/aws4_request` */
  scope: string;
  /** `YYYYMMDDTHHMMSSZ` */
  datetime: string;
  signedHeaders: string[];
  signature: string;
  token: string | undefined;
  /** As announced: a hash in hex or one of S3's words. */
  payload: string;
  /** True when the signature stands in the query. */
  presigned: boolean;
}

const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text, 'utf8').digest();
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Epoch milliseconds in the form of `x-amz-date`. */
export const amzDate = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

function parseAmzDate(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) throw new S3Error('AuthorizationHeaderMalformed');
  const [year = 0, month = 0, ...rest] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;

/** RFC 3986: what encodeURIComponent leaves alone although it is reserved. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A percent-encoded text in the one form that both sides sign. @throws S3Error for a broken encoding. */
function reencode(text: string): string {
  try {
    return encode(decodeURIComponent(text));
  } catch {
    throw new S3Error('InvalidURI');
  }
}

/** Query parameters in order, still encoded; a plus is a plus. */
export function queryPairs(url: string): [string, string][] {
  const at = url.indexOf('?');
  if (at < 0) return [];
  return url
    .slice(at + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? [reencode(pair), '']
        : [reencode(pair.slice(0, equals)), reencode(pair.slice(equals + 1))];
    });
}

/** Reads the claim of a request. @throws S3Error AccessDenied when it is not signed at all. */
export function readClaim(request: SignedRequest): Claim {
  const query = new Map(queryPairs(request.url).map(([name, value]) => [name, decodeURIComponent(value)]));
  const header = one(request.headers['authorization']);
  if (header !== undefined && query.has('X-Amz-Signature')) throw new S3Error('InvalidArgument');
  if (header === undefined) return readQueryClaim(query);
  const match =
    /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!match) throw new S3Error('AuthorizationHeaderMalformed');
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  return {
    ...splitCredential(credential),
    datetime: one(request.headers['x-amz-date']) ?? '',
    signedHeaders: signedHeaders.split(';'),
    signature,
    token: one(request.headers['x-amz-security-token']),
    payload: one(request.headers['x-amz-content-sha256']) ?? '',
    presigned: false,
  };
}

function readQueryClaim(query: ReadonlyMap<string, string>): Claim {
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw new S3Error('AccessDenied');
  const signature = query.get('X-Amz-Signature') ?? '';
  if (!/^[0-9a-f]{64}$/.test(signature)) throw new S3Error('AuthorizationQueryParametersError');
  return {
    ...splitCredential(query.get('X-Amz-Credential') ?? ''),
    datetime: query.get('X-Amz-Date') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature,
    token: query.get('X-Amz-Security-Token'),
    payload: 'UNSIGNED-PAYLOAD',
    presigned: true,
  };
}

function splitCredential(credential: string): { accessKeyId: string; scope: string } {
  const parts = credential.split('/');
  const scope = parts.slice(-4);
  const accessKeyId = parts.slice(0, -4).join('/');
  const [day = '', , service, terminator] = scope;
  if (accessKeyId === '' || !/^\d{8}$/.test(day) || service !== 's3' || terminator !== 'aws4_request') {
    throw new S3Error('AuthorizationHeaderMalformed');
  }
  return { accessKeyId, scope: scope.join('/') };
}

/** @throws S3Error when the claim is too old, not yet valid, or dated otherwise than its scope. */
export function checkTime(claim: Claim, url: string, now: number): void {
  const signedAt = parseAmzDate(claim.datetime);
  if (!claim.scope.startsWith(`${claim.datetime.slice(0, 8)}/`))
    throw new S3Error('AuthorizationHeaderMalformed');
  if (signedAt - now > limits.objects.clockSkew) throw new S3Error('RequestTimeTooSkewed');
  if (!claim.presigned) {
    if (now - signedAt > limits.objects.clockSkew) throw new S3Error('RequestTimeTooSkewed');
    return;
  }
  const life = Number(new Map(queryPairs(url)).get('X-Amz-Expires')) * 1000;
  if (!(life > 0) || life > limits.objects.linkLifeMost)
    throw new S3Error('AuthorizationQueryParametersError');
  if (now > signedAt + life) throw new S3Error('AccessDenied', 'Request has expired');
}

/** The key that a secret gives for one day, region and service. */
export function signingKey(secret: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${secret}`) as Buffer;
}

/** @throws S3Error SignatureDoesNotMatch unless the holder of the secret signed this very request. */
export function checkSignature(request: SignedRequest, claim: Claim, key: Buffer): void {
  if (!claim.signedHeaders.includes('host')) throw new S3Error('SignatureDoesNotMatch');
  const [path = ''] = request.url.split('?');
  const query = queryPairs(request.url)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&');
  const headers = claim.signedHeaders.map((name) => {
    const value = one(request.headers[name]);
    if (value === undefined) throw new S3Error('SignatureDoesNotMatch');
    return `${name}:${value.trim().replaceAll(/\s+/g, ' ')}\n`;
  });
  const canonical = [
    request.method,
    path.split('/').map(reencode).join('/'),
    query,
    headers.join(''),
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
  const expected = hmac(key, ['AWS4-HMAC-SHA256', claim.datetime, claim.scope, sha256(canonical)].join('\n'));
  if (!timingSafeEqual(Buffer.from(claim.signature, 'hex'), expected))
    throw new S3Error('SignatureDoesNotMatch');
}
