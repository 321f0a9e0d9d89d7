import { isObjectKey, limits } from '@eyrie/domain';
import { AwsClient, AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../clock.ts';
import type { S3Settings } from '../settings.ts';
import { encodeKey } from './link.ts';
import { ObjectRefused } from './objects.ts';
import { amzDate } from './sigv4.ts';

/** How much longer an upload of so many bytes may take than a question, ms. */
const sendingTime = (bytes: number): number => (bytes / limits.objects.outsideSlowest) * 1000;

/**
 * Signed questions to a store that speaks S3, path style.
 * @param answerWithin until an answer has to begin, ms; how long its bytes take is another matter
 */
export function createOutsideStore(s3: S3Settings, clock: Clock, answerWithin: number) {
  const { accessKeyId, secretAccessKey, region } = s3;
  const keys = { accessKeyId, secretAccessKey, region, service: 's3' };
  const client = new AwsClient({ ...keys, retries: 2 });
  const bucket = `${s3.endpoint}/${s3.bucket}`;
  const addressOf = (key: string): string => {
    if (!isObjectKey(key)) throw new ObjectRefused('badKey', 'not an object key');
    return `${bucket}/${encodeKey(key)}`;
  };
  /** @param what it is asked for, in words of an error */
  const askAt = async (
    address: string,
    what: string,
    init: { method: string; headers?: Record<string, string>; body?: Blob },
  ): Promise<Response | null> => {
    const patience = new AbortController();
    const timer = setTimeout(
      () => patience.abort(new Error(`the object store did not answer to ${what}`)),
      answerWithin + sendingTime(init.body?.size ?? 0),
    );
    try {
      const { signal } = patience;
      const answer = await client.fetch(address, { ...init, signal, redirect: 'error' });
      if (answer.ok) return answer;
      if (answer.status === 404) {
        // What nobody reads would hold the connection.
        await answer.body?.cancel();
        return null;
      }
      const text = (await answer.text()).slice(0, 300);
      throw new Error(`the object store answers ${answer.status} to ${what}: ${text}`);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /**
     * @returns null when the store has nothing there
     * @throws Error that names what the store answered, or that it did not
     */
    ask: (method: string, key: string, init: { headers?: Record<string, string>; body?: Blob } = {}) =>
      askAt(addressOf(key), `${method} ${key}`, { ...init, method }),
    /**
     * Its answer to ListObjectsV2, as XML. @param token of the answer before; null: from the first object on
     * @throws Error that names what the store answered, or that it did not
     */
    async list(prefix: string, token: string | null): Promise<string> {
      const query = new URLSearchParams({ 'list-type': '2', prefix });
      if (token !== null) query.set('continuation-token', token);
      const answer = await askAt(`${bucket}?${query.toString()}`, `LIST ${prefix}`, { method: 'GET' });
      if (!answer) throw new Error(`the object store has no bucket ${s3.bucket}`);
      return answer.text();
    },
    /** An address at which anybody may read one object for so many ms. */
    async presign(key: string, life: number): Promise<string> {
      const url = new URL(addressOf(key));
      url.searchParams.set('X-Amz-Expires', String(Math.max(1, Math.ceil(life / 1000))));
      const datetime = amzDate(clock.wall());
      const signer = new AwsV4Signer({ ...keys, url: url.href, method: 'GET', datetime, signQuery: true });
      return (await signer.sign()).url.href;
    },
  };
}
