import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** With what a device writes to a store. */
export interface StoreKeys {
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  key: string;
  token: string;
}

/** Signed PUT to any S3 store, path style. @throws when the store refuses */
export async function storeObject(
  credential: StoreKeys,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const client = new AwsClient({
    accessKeyId: credential.keyId,
    secretAccessKey: credential.key,
    ...(credential.token ? { sessionToken: credential.token } : {}),
    region: credential.region,
    service: 's3',
    retries: 0,
  });
  const path = key.split('/').map(encodeURIComponent).join('/');
  const sum = createHash('sha256').update(bytes).digest('hex');
  const answer = await client.fetch(`${credential.endpoint}/${credential.bucket}/${path}`, {
    method: 'PUT',
    body: Buffer.from(bytes),
    headers: { 'content-type': contentType, 'x-amz-content-sha256': sum },
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`the store answered ${answer.status}`);
  await answer.arrayBuffer();
}
