import { limits, type DocumentType } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { rebuildPicture } from '../../platform/picture.ts';

/** A file as it is kept. */
export interface DocumentContent {
  bytes: Uint8Array;
  contentType: DocumentType;
}

/** So many bytes at either end of a file say what it is. */
const edge = 1_024;
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Formats that people mistake for a document, or dress up as one, by what they begin with. */
const known: readonly (readonly [name: string, begins: RegExp])[] = [
  [
    'SVG',
    /^(?:\u{ef}\u{bb}\u{bf})?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?(?:<!doctype svg[^>]*>\s*)?<svg[\s/>]/iu,
  ],
  ['HTML', /^(?:\u{ef}\u{bb}\u{bf})?\s*<(?:!doctype html|html|head|body|script|iframe|!--)/iu],
  ['XML', /^(?:\u{ef}\u{bb}\u{bf})?\s*<\?xml/u],
  ['ZIP', /^PK[^ -~]/u],
  ['EXE', /^MZ/u],
  ['ELF', /^.ELF/su],
  ['GIF', /^GIF8/u],
  ['TIFF', /^(?:II\*.|MM.\*)/su],
  ['HEIC', /^.{4}ftyp(?:heic|heix|mif1|avif)/su],
  ['MP4', /^.{4}ftyp/su],
  ['DOC', /^\u{d0}\u{cf}.\u{e0}/su],
  ['RTF', /^\{\\rtf/u],
  ['PDF', /^%PDF-/u],
  ['PNG', /^\u{89}PNG/u],
  ['JPEG', /^\u{ff}\u{d8}\u{ff}/u],
  ['WEBP', /^RIFF.{4}WEBP/su],
];

/** The name of what a file is; a question mark for what nobody knows. */
const formatOf = (head: string): string => known.find(([, begins]) => begins.test(head))?.[0] ?? '?';

const pictures: ReadonlySet<string> = new Set(['PNG', 'JPEG', 'WEBP']);
const notThat = (found: string): Refusal => new Refusal('documentFormat', { values: { found } });

/** What a browser or an archive program would find in a file that says it is a PDF. */
function hiddenIn(head: string, tail: string): string | null {
  if (/<(?:!doctype|html|script|svg|iframe|body)\b/iu.test(head)) return 'PDF + HTML';
  // The list of an archive stands at the end of a file, wherever the archive begins.
  return tail.includes('PK\u0005\u0006') ? 'PDF + ZIP' : null;
}

/** @throws Refusal `documentFormat` unless it begins and ends as a PDF does, and nothing else */
function requirePdf(bytes: Uint8Array): void {
  const head = latin(bytes.subarray(0, edge));
  const tail = latin(bytes.subarray(-edge));
  const hidden = hiddenIn(head, latin(bytes.subarray(-(edge * 65))));
  if (hidden !== null) throw notThat(hidden);
  if (!/^%PDF-(?:1\.[0-7]|2\.0)[\r\n]/u.test(head) || !/startxref\s+\d+\s+%%EOF\s*$/u.test(tail))
    throw notThat('PDF?');
}

/**
 * Decides by content what a file is, whatever it was called. A picture is made anew of its pixels; a PDF is kept as it
 * is and is only ever saved, never shown.
 * @throws Refusal `documentFormat` naming what it is instead; `imageDimensions`
 */
export async function readDocument(bytes: Uint8Array): Promise<DocumentContent> {
  const found = formatOf(latin(bytes.subarray(0, edge)));
  if (found === 'PDF') {
    requirePdf(bytes);
    return { bytes, contentType: 'application/pdf' };
  }
  if (!pictures.has(found)) throw notThat(found);
  const { pictureSide, picturePixels, pictureWidth, pictureHeight, pictureTime } = limits.deviceDocument;
  try {
    return await rebuildPicture(bytes, {
      formats: ['png', 'jpeg', 'webp'],
      side: pictureSide,
      pixels: picturePixels,
      width: pictureWidth,
      height: pictureHeight,
      time: pictureTime,
    });
  } catch (error) {
    throw error instanceof Refusal && error.reason === 'imageFormat' ? notThat(`${found}?`) : error;
  }
}
