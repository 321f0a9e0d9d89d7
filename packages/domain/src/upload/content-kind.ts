const kinds = ['photo', 'video', 'other'] as const;
type Kind = (typeof kinds)[number];

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Formats by the first bytes of a file. */
const formats: readonly { name: string; is: (head: Uint8Array) => boolean }[] = [
  { name: 'jpeg', is: ([one, two, three]) => one === 0xff && two === 0xd8 && three === 0xff },
  { name: 'png', is: (head) => ascii(head, 0, 8) === '\u0089PNG\r\n\u001a\n' },
  { name: 'webp', is: (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP' },
  { name: 'tiff', is: (head) => ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(ascii(head, 0, 4)) },
  { name: 'mp4', is: (head) => ascii(head, 4, 8) === 'ftyp' },
  { name: 'zip', is: (head) => ascii(head, 0, 4) === 'PK\u0003\u0004' },
  { name: 'las', is: (head) => ascii(head, 0, 4) === 'LASF' },
  { name: 'pdf', is: (head) => ascii(head, 0, 5) === '%PDF-' },
];

/** What a file with such an ending has to be. Sidecars of positioning have no mark of their own and are never shown. */
const endings: Readonly<Record<string, { kind: Kind; format: string | null }>> = {
  jpg: { kind: 'photo', format: 'jpeg' },
  jpeg: { kind: 'photo', format: 'jpeg' },
  png: { kind: 'photo', format: 'png' },
  webp: { kind: 'photo', format: 'webp' },
  tif: { kind: 'photo', format: 'tiff' },
  tiff: { kind: 'photo', format: 'tiff' },
  dng: { kind: 'photo', format: 'tiff' },
  mp4: { kind: 'video', format: 'mp4' },
  mov: { kind: 'video', format: 'mp4' },
  zip: { kind: 'other', format: 'zip' },
  kmz: { kind: 'other', format: 'zip' },
  las: { kind: 'other', format: 'las' },
  laz: { kind: 'other', format: 'las' },
  pdf: { kind: 'other', format: 'pdf' },
  mrk: { kind: 'other', format: null },
  nav: { kind: 'other', format: null },
  obs: { kind: 'other', format: null },
  rtk: { kind: 'other', format: null },
  bin: { kind: 'other', format: null },
  srt: { kind: 'other', format: null },
  csv: { kind: 'other', format: null },
  txt: { kind: 'other', format: null },
};

const endingOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * The kind of a file by its content; null where it may not be sent: by its name nobody knows it, or it is not what its
 * name says. @param head its first bytes
 */
export const contentKind = (name: string, head: Uint8Array): Kind | null => {
  const wanted = endings[endingOf(name)];
  if (!wanted) return null;
  const found = formats.find(({ is }) => is(head))?.name ?? null;
  return found === wanted.format ? wanted.kind : null;
};

/** Endings of files that may become layers of the map, by what becomes of them. */
const layerEndings: Readonly<Record<string, 'raster' | 'pointCloud'>> = {
  tif: 'raster',
  tiff: 'raster',
  las: 'pointCloud',
  laz: 'pointCloud',
};

/** What file choosers offer for layers. */
export const layerFileEndings: readonly string[] = Object.keys(layerEndings).map((ending) => `.${ending}`);

/** Whether a file is a point cloud by its name. */
export const namesCloud = (name: string): boolean => layerEndings[endingOf(name)] === 'pointCloud';

/**
 * Which layer a file of results may become, by its name and its content: pixels of a TIFF, or a point cloud; null where
 * it becomes none. @param head its first bytes
 */
export const layerKind = (name: string, head: Uint8Array): 'raster' | 'pointCloud' | null =>
  contentKind(name, head) === null ? null : (layerEndings[endingOf(name)] ?? null);
