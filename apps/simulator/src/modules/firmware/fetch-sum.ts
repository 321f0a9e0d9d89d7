import { createHash } from 'node:crypto';

/**
 * Sum and size of a file at an address; packages are too large to be held.
 * @throws Error when there is no such file
 */
export const fetchSum = async (url: string): Promise<{ md5: string; size: number }> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(600_000) });
  if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`);
  const hash = createHash('md5');
  let size = 0;
  for await (const part of answer.body) {
    hash.update(part);
    size += part.length;
  }
  return { md5: hash.digest('hex'), size };
};
