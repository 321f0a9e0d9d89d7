import { decodeUtf8, filesOf, kmzLimits, KmzRefused } from '@eyrie/wpml';
import { parseDbf, parseShp } from 'shpjs';
import { featuresOf, rowsOf, type FileRow } from './geojson.ts';
import { placemarksOf } from './kml.ts';

export interface VectorFileLimits {
  /** Bytes of the file, and of everything in it when it is an archive. */
  fileBytes: number;
  expandedBytes: number;
  /** Geometries that are wanted; whether there are more is known from one row beyond. */
  rows: number;
}

/** What was found in a file; or why it cannot be read, in English for the log and for support. */
export type VectorFile = { ok: true; rows: FileRow[] } | { ok: false; tooBig: boolean; detail: string };

class FileRefused extends Error {}

const textOf = (bytes: Uint8Array): string => {
  const text = decodeUtf8(bytes);
  if (text === null) throw new FileRefused('not UTF-8');
  return text;
};

/** Whether the first bytes are those of an archive. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function shapefileRows(files: ReadonlyMap<string, Uint8Array>, name: string, most: number): FileRow[] {
  const base = name.slice(0, -4).toLowerCase();
  const beside = (ending: string): Uint8Array | undefined =>
    [...files].find(([other]) => other.toLowerCase() === `${base}.${ending}`)?.[1];
  const shp = files.get(name);
  if (!shp) return [];
  const geometries = parseShp(shp, beside('prj'));
  const dbf = beside('dbf');
  const properties = dbf ? parseDbf(dbf, beside('cpg')) : [];
  return geometries
    .slice(0, most)
    .flatMap((geometry, at) => rowsOf({ geometry, properties: properties[at] ?? {} }));
}

function archiveRows(bytes: Uint8Array, { fileBytes, expandedBytes, rows }: VectorFileLimits): FileRow[] {
  const files = filesOf(
    bytes,
    { ...kmzLimits, kmzBytes: fileBytes, expandedBytes, entryBytes: expandedBytes },
    (name) => /\.(kml|shp|dbf|prj|cpg|geojson|json)$/i.test(name) && !name.includes('__MACOSX'),
  );
  const named = (ending: RegExp): string[] =>
    [...files.keys()].filter((name) => ending.test(name)).toSorted();
  const shapes = named(/\.shp$/i);
  if (shapes.length > 0) return shapes.flatMap((name) => shapefileRows(files, name, rows + 1));
  const maps = named(/\.kml$/i);
  // The first map of a KMZ is the one that is shown; the others are linked.
  const [map] = maps.includes('doc.kml') ? ['doc.kml'] : maps;
  if (map !== undefined) return placemarksOf(textOf(files.get(map) ?? new Uint8Array()));
  const texts = named(/\.(geo)?json$/i);
  if (texts.length === 0) throw new FileRefused('no KML, Shapefile or GeoJSON in the archive');
  return texts.flatMap((name) => featuresOf(textOf(files.get(name) ?? new Uint8Array())));
}

function rowsIn(bytes: Uint8Array, limits: VectorFileLimits): FileRow[] {
  if (isZip(bytes)) return archiveRows(bytes, limits);
  const text = textOf(bytes);
  const start = text.trimStart()[0];
  if (start === '<') return placemarksOf(text);
  if (start === '{' || start === '[') return featuresOf(text);
  throw new FileRefused('neither KML nor GeoJSON nor an archive of such');
}

/**
 * Reads shapes from KML, KMZ, GeoJSON or a zipped Shapefile: the content decides what a file is, never its name. Takes
 * long for large files, so that it belongs in a thread of its own. Never throws.
 */
export function readVectorFile(bytes: Uint8Array, limits: VectorFileLimits): VectorFile {
  try {
    const rows = rowsIn(bytes, limits);
    return rows.length === 0 ? { ok: false, tooBig: false, detail: 'no shapes in it' } : { ok: true, rows };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
    return { ok: false, tooBig: error instanceof KmzRefused && error.refusal.reason === 'kmzTooBig', detail };
  }
}
