import type { ObjectPage } from './objects.ts';

const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim();

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name] ?? '');

/**
 * What an outside store answers to ListObjectsV2.
 * @param now epoch ms; an object whose date cannot be read counts as stored just now
 * @throws Error where it is no such answer: an empty page would say that nothing is there
 */
export function readObjectPage(xml: string, now: number): ObjectPage {
  const truncated = textOf(xml, 'IsTruncated');
  const token = textOf(xml, 'NextContinuationToken');
  if (truncated !== 'false' && !(truncated === 'true' && token))
    throw new Error('the object store lists its objects in another form than ListObjectsV2');
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, one = '']) => {
    const key = textOf(one, 'Key');
    const storedAt = Date.parse(textOf(one, 'LastModified') ?? '') || now;
    return key === undefined ? [] : { key: plain(key), size: Number(textOf(one, 'Size')), storedAt };
  });
  return { objects, next: truncated === 'true' && token ? plain(token) : null };
}
