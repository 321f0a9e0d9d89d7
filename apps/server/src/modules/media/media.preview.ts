import { limits } from '@eyrie/domain';
import { readRange } from '../../platform/http/byte-range.ts';
import { BytesAnswer, type Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';

/** What a browser may show by itself; anything else is a download, whatever a device called it. */
const shown: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
};
const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** How a browser gets a file by its name: shown in place, or saved. */
export const contentTypeOf = (name: string): { contentType: string; shown: boolean } => {
  const type = shown[extensionOf(name)];
  return { contentType: type ?? 'application/octet-stream', shown: type !== undefined };
};

const headersOf = (name: string): Record<string, string> => {
  const { contentType, shown: isShown } = contentTypeOf(name);
  const fileName = encodeURIComponent(name.replaceAll(/[\p{Surrogate}\p{Cc}"\\/]/gu, '_'));
  return {
    'content-type': contentType,
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${fileName}`,
    'content-security-policy': 'sandbox',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': `private, max-age=${limits.media.linkLife / 1_000}`,
  };
};

/**
 * A stored file, or the part of it that is asked for, under its name.
 * @param visibleTo whether a caller still sees it; asked again while it is sent
 */
export const previewAnswer = async (
  objects: Objects,
  key: string,
  name: string,
  { range, visibleTo }: { range: string | null; visibleTo: (now: Caller) => Promise<boolean> },
): Promise<BytesAnswer> => {
  const head = await objects.head(key);
  if (!head) throw notFound();
  const headers = headersOf(name);
  const part = readRange(range, head.size);
  if (part === 'unsatisfiable')
    return new BytesAnswer(new Uint8Array(), { ...headers, 'content-range': `bytes */${head.size}` }, 416);
  const found = await objects.get(key, part ?? undefined);
  if (!found) throw notFound();
  const length = { 'content-length': String(part ? part.end - part.start + 1 : head.size) };
  return part
    ? new BytesAnswer(
        found.stream,
        { ...headers, ...length, 'content-range': `bytes ${part.start}-${part.end}/${head.size}` },
        206,
        visibleTo,
      )
    : new BytesAnswer(found.stream, { ...headers, ...length }, 200, visibleTo);
};
