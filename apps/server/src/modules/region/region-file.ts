import { limits } from '@eyrie/domain';
import { readVectorFile, type FileRow } from '../../platform/vector-file/index.ts';

/** What was found in a file; or why it cannot be read. */
export type RegionFile =
  | { ok: true; rows: FileRow[]; more: boolean }
  | { ok: false; tooBig: boolean; detail: string };

/** Reads regions from bytes. Never throws. */
export function readRegionFile(bytes: Uint8Array): RegionFile {
  // A file holds far more places than one region may have; those of the others are counted and refused by name.
  const { fileBytes, expandedBytes, rows: most } = limits.region;
  const read = readVectorFile(bytes, { fileBytes, expandedBytes, rows: most });
  return read.ok ? { ok: true, rows: read.rows.slice(0, most), more: read.rows.length > most } : read;
}
