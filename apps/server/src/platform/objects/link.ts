import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../clock.ts';
import { amzDate } from './sigv4.ts';

/** The one bucket of this server's own object endpoint. */
export const objectsBucket = 'eyrie';

/** Where the endpoint stands. */
export const objectsPath = '/objects/';

/** The access key id in links; no credential of a device can have it. */
export const linkKeyId = 'eyrie-link';

/** Percent-encodes a key as a path, slash by slash. */
export const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** Makes addresses of single objects with a signature in the query (S3's presigned form). */
export function createLinkSigner(
  secret: string,
  clock: Clock,
): (publicUrl: string, key: string, life: number) => Promise<string> {
  return async (publicUrl, key, life) => {
    const url = new URL(`${publicUrl}${objectsPath}${objectsBucket}/${encodeKey(key)}`);
    url.searchParams.set('X-Amz-Expires', String(Math.max(1, Math.ceil(life / 1000))));
    const signer = new AwsV4Signer({
      method: 'GET',
      url: url.href,
      accessKeyId: linkKeyId,
      secretAccessKey: secret,
      service: 's3',
      region: 'us-east-1',
      datetime: amzDate(clock.wall()),
      signQuery: true,
    });
    return (await signer.sign()).url.href;
  };
}
