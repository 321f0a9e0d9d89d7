import { asyncTableCalls, limits, type CommandRow, type RunRow, type TableFormat } from '@eyrie/domain';
import {
  serve,
  type BytesAnswer,
  type CallContext,
  type Endpoint,
  type Language,
} from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { exportRows, type ExportColumn } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { commandWords } from '../command/index.ts';
import { flights } from '../flight/index.ts';
import { runWords } from '../task/index.ts';
import { commandRows, runRows } from './async-table.store.ts';
import { commandColumns, flightColumns, runColumns, telemetryColumns } from './export-columns.ts';
import { dronesNamed, telemetryPage, telemetryPieces } from './telemetry-rows.store.ts';

interface AsyncTableDependencies {
  audit: AuditLog;
  /** IANA name of an organisation's time zone. */
  timeZoneOf(groupRoot: string): Promise<string>;
}
type Read<R extends { page: (...given: never) => Promise<{ rows: unknown[] }> }> = Awaited<
  ReturnType<R['page']>
>['rows'][number];

const runOf = ({ reasonValues, ...row }: Read<typeof runRows>, language: Language): RunRow => ({
  ...row,
  message: runWords({ reason: row.reason, reasonValues }, language),
});
const commandOf = ({ reason, detail, ...row }: Read<typeof commandRows>, language: Language): CommandRow => {
  const shown = row as Omit<CommandRow, 'message'>;
  return { ...shown, message: commandWords(language, { ...shown, reason, detail }) };
};
async function* each<A, B>(pieces: AsyncIterable<readonly A[]>, to: (row: A) => B): AsyncGenerator<B[]> {
  for await (const piece of pieces) yield piece.map(to);
}
const bounds = { piece: limits.list.exportPiece, most: limits.list.exportMost };

/** The big tables of an organisation: rows of other rooms, read and never written. */
export const createAsyncTable = (
  { db }: Pick<Runtime, 'db'>,
  { audit, timeZoneOf }: AsyncTableDependencies,
): Endpoint[] => {
  /** A row of the audit log before the first byte: what was taken out is known even if the reader hangs up. */
  const exported = async <Row>(
    title: string,
    { format, ...filter }: { format: TableFormat },
    context: CallContext,
    columns: readonly ExportColumn<Row>[],
    pieces: AsyncIterable<readonly Row[]>,
  ): Promise<BytesAnswer> => {
    const { language, caller } = context;
    const timeZone = await timeZoneOf(caller.groupRoot);
    await audit.done(db, context, 'asyncTable.export', { table: title, format, filter });
    return tableAnswer(
      say(language, title),
      format,
      exportRows(columns, pieces, { language, timeZone }),
      timeZone,
    );
  };
  return [
    serve(asyncTableCalls.runs, async ({ pageNum, pageSize, ...filter }, context) => {
      const page = { pageNum, pageSize };
      const { rows, ...many } = await runRows.page(db, context, filter, page);
      return { list: rows.map((row) => runOf(row, context.language)), ...many, ...page };
    }),
    serve(asyncTableCalls.commands, async ({ pageNum, pageSize, ...filter }, context) => {
      const page = { pageNum, pageSize };
      const { rows, ...many } = await commandRows.page(db, context, filter, page);
      return { list: rows.map((row) => commandOf(row, context.language)), ...many, ...page };
    }),
    serve(asyncTableCalls.telemetry, async ({ pageNum, pageSize, ...filter }, { caller }) => {
      const page = { pageNum, pageSize };
      return { ...(await telemetryPage(db, caller, filter, page)), ...page };
    }),
    serve(asyncTableCalls.drones, async ({ keyword = '' }, { caller }) => ({
      list: await dronesNamed(db, caller, keyword),
    })),
    serve(asyncTableCalls.exportFlights, (request, context) => {
      const { format: _format, ...filter } = request;
      return exported(
        'flight.tab',
        request,
        context,
        flightColumns,
        flights.pieces(db, context, filter, bounds),
      );
    }),
    serve(asyncTableCalls.exportRuns, (request, context) => {
      const { format: _format, ...filter } = request;
      const rows = each(runRows.pieces(db, context, filter, bounds), (row) => runOf(row, context.language));
      return exported('task.runs', request, context, runColumns, rows);
    }),
    serve(asyncTableCalls.exportCommands, (request, context) => {
      const { format: _format, ...filter } = request;
      const rows = each(commandRows.pieces(db, context, filter, bounds), (row) =>
        commandOf(row, context.language),
      );
      return exported('asyncTable.commands', request, context, commandColumns, rows);
    }),
    serve(asyncTableCalls.exportTelemetry, (request, context) =>
      exported(
        'asyncTable.telemetry',
        request,
        context,
        telemetryColumns,
        telemetryPieces(db, context.caller, request),
      ),
    ),
  ];
};
