import {
  limits,
  type CallDeclaration,
  type ImportedRow,
  type Issue,
  type TableFormat,
  type importResult,
} from '@eyrie/domain';
import type { z } from 'zod';
import { issuesOf, issueText } from '../http/answer.ts';
import type { BytesAnswer, CallContext, Language } from '../http/endpoint.ts';
import { Refusal } from '../http/refusal.ts';
import { say } from '../http/words.ts';
import type { DbOrTrx } from '../runtime.ts';
import { readTable, tableAnswer, type Cell } from '../table/index.ts';
import { exportRows, headingsOf, type ExportColumn } from './export.ts';
import { importRows, rowsOfTable } from './import.ts';
import type { ListDeps } from './room.ts';

const languages: readonly Language[] = ['zh-CN', 'en', 'ar'];

/** A column of the spreadsheets of a list. It is read by an import when `field` is one of the call that adds. */
export interface TableColumn<Row> {
  field: string;
  /** Phrase of its heading. */
  heading: string;
  cell(row: Row, language: Language, timeZone: string): Cell;
  /**
   * A cell as the field's value; missing: the text itself. Undefined stands for an empty field.
   * @param zone in which the organisation reads its days
   */
  read?(text: string, zone: string): unknown;
  /** Of moments; their heading names the zone. */
  kind?: 'moment';
}

interface Exchanged<Row, Filter, Add> {
  word: string;
  /** Phrase that names the file. */
  title: string;
  columns: readonly TableColumn<Row>[];
  /** Whose schema judges each row of an import. */
  add: CallDeclaration;
  /** Fields of which no two rows of a file may hold the same. */
  unique?: readonly string[];
  /** What the schema cannot know of a row that is about to be added. @throws Refusal why it cannot be */
  check?(db: DbOrTrx, request: Add, context: CallContext): Promise<void>;
  list: {
    pieces(
      context: CallContext,
      filter: Filter,
      bounds: { piece: number; most: number },
    ): AsyncIterable<readonly Row[]>;
    addWithin(trx: DbOrTrx, request: Add, context: CallContext): Promise<{ oid: string }>;
  };
}

const fieldsOf = ({ request }: CallDeclaration): Record<string, z.ZodType> =>
  (request as unknown as { shape: Record<string, z.ZodType> }).shape;

/** Judges every row by the schema of the call that adds one. Nothing is stored here. */
const judge = <Row, Filter, Add>(
  { columns, add }: Exchanged<Row, Filter, Add>,
  table: readonly (readonly string[])[],
  { language, timeZone }: { language: Language; timeZone: string },
): (ImportedRow & { request: Add | null })[] => {
  const fields = fieldsOf(add);
  const read = columns.filter(({ field }) => Object.hasOwn(fields, field));
  const headingOf = (field: string, one: Language): string => {
    const column = read.find((each) => each.field === field);
    return column ? say(one, column.heading) : field;
  };
  const rows = rowsOfTable(table, {
    columns: read.map(({ field }) => field),
    headings: (field) => [language, ...languages].map((one) => headingOf(field, one)),
    missing: (has) =>
      read
        .map(({ field }) => field)
        .filter((field) => !has(field) && fields[field]?.safeParse(undefined).success === false),
  });
  return rows.map(({ row, cells }) => {
    const given = read
      .filter(({ field }) => cells[field] !== '')
      .map(
        ({ field, read: value }) =>
          [field, value ? value(cells[field] ?? '', timeZone) : cells[field]] as const,
      );
    const request = Object.fromEntries(given);
    const parsed = add.request.safeParse(request);
    const issues = parsed.success ? [] : issuesOf(parsed.error, request, language, () => false);
    return { row, cells, issues, request: parsed.success ? (parsed.data as Add) : null };
  });
};

/** A refusal of one row, as its issues. */
const issuesIn = ({ reason, details: { issues, values = {} } }: Refusal, language: Language): Issue[] =>
  issues?.map(({ path, rule }) => ({ path, rule, message: issueText(language, path, rule, values) })) ?? [
    { path: '', rule: reason, message: say(language, `refusal.${reason}`, values) },
  ];

/** The row before that holds the same in a field that no two may share: nobody knows which of them is meant. */
const twins = <R extends ImportedRow>(
  {
    unique = [],
    columns,
  }: Pick<Exchanged<never, never, never>, 'unique'> & {
    columns: readonly { field: string; heading: string }[];
  },
  rows: R[],
  language: Language,
): R[] => {
  const first = new Map<string, number>();
  return rows.map((row) => {
    const issues = unique.flatMap((path): Issue[] => {
      const value = row.cells[path] ?? '';
      if (value === '') return [];
      const key = `${path} ${value.toLowerCase()}`;
      const before = first.get(key);
      if (before === undefined) {
        first.set(key, row.row);
        return [];
      }
      const heading = columns.find(({ field }) => field === path)?.heading;
      const field = heading ? say(language, heading) : path;
      return [{ path, rule: 'twin', message: say(language, 'issue.twin', { field, value, row: before }) }];
    });
    return issues.length === 0 ? row : { ...row, issues: [...row.issues, ...issues] };
  });
};

/** Judges rows by what is known beside the schema; those that it refuses already are not asked about. */
const checked = async <Row, Filter, Add, R extends ImportedRow & { request: Add | null }>(
  { check }: Exchanged<Row, Filter, Add>,
  db: DbOrTrx,
  rows: R[],
  context: CallContext,
): Promise<R[]> => {
  if (!check) return rows;
  const judged: R[] = [];
  for (const row of rows) {
    const refused =
      row.request === null
        ? null
        : await check(db, row.request, context).then(
            () => null,
            (error: unknown) => {
              if (error instanceof Refusal) return error;
              throw error;
            },
          );
    judged.push(refused ? { ...row, issues: [...row.issues, ...issuesIn(refused, context.language)] } : row);
  }
  return judged;
};

/** The calls that exchange a list with spreadsheets, declared as columns: see `tableCalls`. */
export const serveTable = <Row, Filter, Add>(
  exchanged: Exchanged<Row, Filter, Add>,
  {
    runtime,
    audit,
    timeZoneOf,
  }: ListDeps & {
    /** IANA name of an organisation's time zone; missing: moments are in UTC. */
    timeZoneOf?: (groupRoot: string) => Promise<string>;
  },
) => {
  const { word, title, columns, list, add } = exchanged;
  const exported = columns.map(({ heading, cell, kind }): ExportColumn<Row> =>
    kind ? [heading, cell, kind] : [heading, cell],
  );
  const fields = fieldsOf(add);
  const imported = exported.filter((_, at) => Object.hasOwn(fields, columns[at]?.field ?? ''));
  const { exportMost, exportPiece, importRows: rows, importColumns } = limits.list;

  return {
    /** A row of the audit log before the first byte: what was taken out is known even if the reader hangs up. */
    async export(
      { format, ...filter }: Filter & { format: TableFormat },
      context: CallContext,
    ): Promise<BytesAnswer> {
      const { language, caller } = context;
      const timeZone = (await timeZoneOf?.(caller.groupRoot)) ?? 'UTC';
      await audit.done(runtime.db, context, `${word}.export`, { format, filter });
      const pieces = list.pieces(context, filter as unknown as Filter, {
        piece: exportPiece,
        most: exportMost,
      });
      return tableAnswer(
        say(language, title),
        format,
        exportRows(exported, pieces, { language, timeZone }),
        timeZone,
      );
    },
    /** An empty table with the headings that an import reads. */
    template: async ({ format }: { format: TableFormat }, { language }: CallContext): Promise<BytesAnswer> =>
      tableAnswer(say(language, title), format, [headingsOf(imported, language)]),
    /** Adds every row or none. */
    async import(
      { preview }: { preview?: 'true' | 'false' | undefined },
      context: CallContext,
    ): Promise<z.output<typeof importResult>> {
      if (!context.file) throw new Refusal('malformed');
      const table = await readTable(context.file, { rows, columns: importColumns });
      const { language, caller } = context;
      const timeZone = (await timeZoneOf?.(caller.groupRoot)) ?? 'UTC';
      const answer = await importRows(runtime, {
        preview: preview === 'true',
        lock: async () => undefined,
        judge: (db) => {
          const read = twins(exchanged, judge(exchanged, table, { language, timeZone }), language);
          return checked(exchanged, db, read, context);
        },
        async store(trx, judged) {
          const oids: string[] = [];
          for (const { request } of judged)
            if (request !== null) oids.push((await list.addWithin(trx, request, context)).oid);
          await audit.done(trx, context, `${word}.import`, { rows: oids.length });
        },
      });
      return {
        added: answer.added,
        rows: answer.rows.map(({ row, cells, issues }) => ({ row, cells, issues })),
      };
    },
  };
};
