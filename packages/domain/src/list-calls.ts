import { z } from 'zod';
import { call, type CallPermission } from './call.ts';
import type { RefusalReason } from './envelope.ts';
import { historyCall } from './history.ts';
import { limits } from './limits.ts';
import { byOid, countResult, deleteRequest, done, listOf, oid, pageShape, recordVersion } from './shape.ts';
import { tableBytes, tableFormat, tableRefusals } from './table.ts';

interface Listed {
  /** Where the calls of the room begin, without a slash at the end. */
  path: string;
  /** The business word with which rows of the audit log begin. */
  word: string;
  /** In summaries: "Tasks" and "a task". */
  many: string;
  one: string;
  readers: CallPermission;
  writers: CallPermission;
  /** Reasons of the room's own for which what a person gives is refused: by add, edit and import. */
  refuses?: readonly RefusalReason[];
}

/**
 * The calls that every list of records has, named as the wire names them. A room adds its own beside them.
 * @param declared.filters fields of the question, `sort` among them; add and edit: fields of a record that a person gives
 */
export const listCalls = <
  Record extends z.ZodType,
  Filters extends z.core.$ZodLooseShape,
  Add extends z.core.$ZodLooseShape,
  Edit extends z.core.$ZodLooseShape,
>(
  declared: Listed & {
    record: Record;
    filters: Filters;
    add: Add;
    edit: Edit;
    /** Reasons of the room's own for which a removal is refused. */
    removalRefuses?: readonly RefusalReason[];
  },
) => {
  const { path, word, many, one, readers, writers, record, filters, refuses = [] } = declared;
  return {
    query: call({
      method: 'POST',
      path: `${path}/query.rest`,
      effect: 'reads',
      summary: `${many} of the own department and below`,
      permission: readers,
      request: z.object({ ...pageShape, ...filters }),
      response: listOf(record),
    }),
    queryCount: call({
      method: 'POST',
      path: `${path}/queryCount.rest`,
      effect: 'reads',
      summary: `How many match`,
      permission: readers,
      request: z.object(filters),
      response: countResult,
    }),
    query4Dep: call({
      method: 'POST',
      path: `${path}/query4Dep.rest`,
      effect: 'reads',
      summary: `${many} of one department and below`,
      permission: readers,
      request: z.object({ ...pageShape, ...filters, groupOID: oid }),
      response: listOf(record),
    }),
    get: call({
      method: 'GET',
      path: `${path}/get.rest`,
      effect: 'reads',
      summary: `Get ${one}`,
      permission: readers,
      request: byOid,
      response: record,
    }),
    add: call({
      method: 'POST',
      path: `${path}/add.rest`,
      effect: 'changes',
      audit: `${word}.add`,
      refuses,
      summary: `Add ${one}`,
      permission: writers,
      request: z.object(declared.add),
      response: record,
    }),
    edit: call({
      method: 'POST',
      path: `${path}/edit.rest`,
      effect: 'changes',
      audit: `${word}.edit`,
      refuses,
      summary: `Change ${one}; \`version\`: the one that was read, else the later change is refused`,
      permission: writers,
      request: z.object({ oid, version: recordVersion.optional(), ...declared.edit }),
      response: record,
    }),
    history: historyCall(`${path}/queryHistory.rest`, one, readers),
    remove: call({
      method: 'POST',
      path: `${path}/delete.rest`,
      effect: 'changes',
      audit: `${word}.delete`,
      ...(declared.removalRefuses ? { refuses: declared.removalRefuses } : {}),
      summary: `Delete several, all or none; refused while one of them is needed`,
      permission: writers,
      request: deleteRequest,
      response: done,
    }),
  };
};

/** The call that brings deleted records back, of a list that archives. */
export const restoreCall = (
  { path, word, many, writers }: Pick<Listed, 'path' | 'word' | 'many' | 'writers'>,
  refuses: readonly RefusalReason[] = [],
) =>
  call({
    method: 'POST',
    path: `${path}/restore.rest`,
    effect: 'changes',
    audit: `${word}.restore`,
    refuses: ['restoreTooLate', 'departmentGone', ...refuses],
    summary: `Bring deleted ${many.toLowerCase()} back, all or none; for ${limits.list.restoreWithin / 60_000} minutes after the removal`,
    permission: writers,
    request: deleteRequest,
    response: done,
  });

/** One row of an imported file as it was judged; cells by their column. */
export const importedRow = z.object({
  row: z.number().int(),
  cells: z.record(z.string(), z.string()),
  issues: z.array(z.object({ path: z.string(), rule: z.string(), message: z.string() })),
});
export type ImportedRow = z.output<typeof importedRow>;
export const importResult = z.object({ rows: z.array(importedRow), added: z.number().int() });

/** The calls that exchange a list with spreadsheets. */
export const tableCalls = <Filters extends z.core.$ZodLooseShape>(
  declared: Listed & { filters: Filters },
) => {
  const { path, word, many, readers, writers, filters, refuses = [] } = declared;
  return {
    export: call({
      method: 'POST',
      path: `${path}/export.rest`,
      effect: 'reads',
      audit: `${word}.export`,
      summary: `${many} that match, as a table`,
      permission: readers,
      bytes: tableBytes,
      request: z.object({ ...filters, format: tableFormat }),
      response: z.unknown(),
    }),
    template: call({
      method: 'POST',
      path: `${path}/template.rest`,
      effect: 'reads',
      summary: 'An empty table to fill in for an import',
      permission: readers,
      bytes: tableBytes,
      request: z.object({ format: tableFormat }),
      response: z.unknown(),
    }),
    import: call({
      method: 'POST',
      path: `${path}/import.rest`,
      effect: 'changes',
      audit: `${word}.import`,
      refuses: [...tableRefusals, 'tooManyRequests', ...refuses],
      summary: `Add ${many.toLowerCase()} from a csv or xlsx file, all or none; with preview=true rows are judged and nothing is stored`,
      permission: writers,
      upload: { maxBytes: limits.list.importBytes },
      request: z.object({ preview: z.enum(['true', 'false']).optional() }),
      response: importResult,
    }),
  };
};
