import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
const part = z.object({ name: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/), size: count, sha256 });

/** Last file of a bundle: what is in it, and what it needs. */
export const manifestShape = z.object({
  kind: z.literal('eyrie-organisation'),
  format: z.literal(1),
  release: z.string().max(100),
  /** Epoch milliseconds. */
  madeAt: z.number(),
  /** Migrations that had been applied, in order: the version of the schema. */
  migrations: z.array(z.string().max(200)).max(10_000),
  organisation: z.object({ oid: z.uuid(), name: z.string().max(1_000) }),
  tables: z
    .array(part.extend({ columns: z.array(z.string().max(63)).min(1).max(1_000), rows: count }))
    .max(1_000),
  /** Tables that stayed, each with the reason. */
  stays: z.record(z.string(), z.string()),
  /** Features of maps, for other programs; an import takes the rows. */
  geo: z.array(part.extend({ features: count })).max(1_000),
  /** Stored files: how many, their bytes, the SHA-256 over their hashes in order, and how many were gone. */
  files: z.object({ count, size: count, sha256, missing: count }),
});
export type TransferManifest = z.output<typeof manifestShape>;

/** What stands before each stored file. */
export const fileNoteShape = z.object({
  table: z.string().max(63),
  column: z.string().max(63),
  key: z.string().min(1).max(1_024),
  contentType: z.string().max(200),
  /** Null: the file was not in the store any more, and none follows. */
  size: count.nullable(),
  sha256: sha256.nullable(),
});
export type FileNote = z.output<typeof fileNoteShape>;

export const manifestName = 'manifest.json';
export const tableName = (table: string): string => `tables/${table}.jsonl`;
export const geoName = (table: string): string => `geo/${table}.geojson`;
const numbered = (at: number): string => `files/${String(at).padStart(8, '0')}`;
export const noteName = (at: number): string => `${numbered(at)}.json`;

/** Name of the `at`-th file, with the ending of its key, so that other programs open it. */
export const fileName = (at: number, key: string): string =>
  `${numbered(at)}.${/\.([a-z0-9]{1,8})$/i.exec(key)?.[1]?.toLowerCase() ?? 'bin'}${key.endsWith('.json') ? '.bin' : ''}`;

/** Most that is believed of a bundle before it is looked at. */
export const transferLimits = {
  manifestBytes: 4_000_000,
  noteBytes: 16_000,
  /** One row. */
  lineBytes: 64_000_000,
  /** Rows that are stored by one statement, and about how many bytes of them. */
  batchRows: 1_000,
  batchBytes: 4_000_000,
  /** How much a bundle may grow when it is unpacked, beyond the bytes that every small one may have. */
  ratio: 1_000,
  ratioFrom: 1_000_000_000,
} as const;
