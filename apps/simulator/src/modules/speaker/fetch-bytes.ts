/** Longest sound that it keeps: five minutes and some. */
const mostBytes = 12_000_000;

/** @throws Error when there is no such file, or it is larger than what a payload keeps */
export const fetchBytes = async (url: string): Promise<Uint8Array> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > mostBytes) throw new Error('too large');
  return bytes;
};
