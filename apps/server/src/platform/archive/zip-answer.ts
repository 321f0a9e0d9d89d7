import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { attachment } from '../http/attachment.ts';
import { readRange } from '../http/byte-range.ts';
import { BytesAnswer, type CallContext } from '../http/endpoint.ts';
import { planZip, type StoredFile } from './zip-ranges.ts';

/** A text of a zip, held until the zip has been read. */
export const textInZip = (name: string, text: string, at: Date, folder?: string): StoredFile => {
  const bytes = Buffer.from(text);
  const sum = crc32(bytes);
  return {
    name,
    ...(folder === undefined ? {} : { folder }),
    at,
    size: bytes.length,
    mark: String(sum),
    crc32: async () => sum,
    open: async ({ start, end }) => ({
      stream: Readable.from([bytes.subarray(start, end + 1)]),
      size: bytes.length,
    }),
  };
};

/** Files as one zip under a name, or any range of it: a download that was cut goes on where it was. */
export const plannedZip = (
  files: readonly StoredFile[],
  { name, range, ifRange }: { name: string } & Pick<CallContext, 'range' | 'ifRange'>,
): BytesAnswer => {
  const { length, mark, open } = planZip(files);
  const etag = `"${mark}"`;
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': attachment(name, 'zip'),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag,
  };
  const part = (ifRange ?? etag) === etag ? readRange(range, length) : null;
  if (part === 'unsatisfiable')
    return new BytesAnswer(new Uint8Array(), { ...headers, 'content-range': `bytes */${length}` }, 416);
  const { start, end } = part ?? { start: 0, end: length - 1 };
  const sized = { ...headers, 'content-length': String(end - start + 1) };
  if (!part) return new BytesAnswer(open({ start, end }), sized);
  return new BytesAnswer(open(part), { ...sized, 'content-range': `bytes ${start}-${end}/${length}` }, 206);
};
