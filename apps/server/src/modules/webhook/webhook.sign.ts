import { createHmac, randomBytes } from 'node:crypto';

const mark = 'whsec_';

/** A new secret as Standard Webhooks writes it: 24 random bytes. */
export const newSecret = (): string => `${mark}${randomBytes(24).toString('base64')}`;

/**
 * The headers of Standard Webhooks for one attempt.
 * @param id the same over all attempts, so that a receiver knows what it has already
 * @param at epoch ms of the attempt: receivers refuse what is older than five minutes
 */
export const signedHeaders = (
  secret: string,
  id: string,
  at: number,
  body: string,
): Record<string, string> => {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.slice(mark.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};
