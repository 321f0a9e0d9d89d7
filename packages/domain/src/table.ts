import { z } from 'zod';
import type { RefusalReason } from './envelope.ts';

/** Content types of a table file, by the format that a request asks for. */
export const tableTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type TableFormat = keyof typeof tableTypes;

/** Field of a request that says in which format a table is exported. */
export const tableFormat = z.enum(Object.keys(tableTypes) as [TableFormat, ...TableFormat[]]);
/** What a call answers that exports a table in either format. */
export const tableBytes = Object.values(tableTypes);
/** What a file that should be a table may be refused for. */
export const tableRefusals = [
  'fileFormat',
  'tableEmpty',
  'tableTemplate',
  'tableTooLong',
  'zipUnsafe',
] as const satisfies readonly RefusalReason[];
