import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { limits } from '../limits.ts';
import { oid } from '../shape.ts';
import { tableBytes, tableFormat, tableTypes } from '../table.ts';
import { timeZoneName, wallDate } from './schedule.ts';

export const calendarType = 'text/calendar; charset=utf-8';
/** In which runs leave the house: as a table, or as a file that calendars read. */
export const runsFormats = [...(Object.keys(tableTypes) as (keyof typeof tableTypes)[]), 'ics'] as const;
export type RunsFormat = (typeof runsFormats)[number];

/** Days of a calendar, on the clocks of a zone. */
export const calendarSpan = {
  /** First day, on the clocks of `timeZone`. */
  from: wallDate,
  days: z.number().int().min(1).max(limits.task.calendar.daysMost),
  timeZone: timeZoneName,
  dockOID: oid.optional(),
};

/** @param path where the calls of tasks begin */
export const taskExportCalls = <Filters extends z.core.$ZodLooseShape>(
  path: string,
  { readers, filters }: { readers: CallPermission; filters: Filters },
) => ({
  export: call({
    method: 'POST',
    path: `${path}/export.rest`,
    effect: 'reads',
    audit: 'task.export',
    summary: `Tasks that match, as a table of at most ${limits.list.exportMost} rows`,
    permission: readers,
    bytes: tableBytes,
    request: z.object({ ...filters, format: tableFormat }),
    response: z.unknown(),
  }),
  exportRuns: call({
    method: 'POST',
    path: `${path}/exportRuns.rest`,
    effect: 'reads',
    audit: 'task.export',
    refuses: ['tableTooLong', 'taskRunsUnexpanded', 'taskRunsBeyond'],
    summary: 'Runs of the days of a calendar, all or none, as a table or as an iCalendar file in UTC',
    permission: readers,
    bytes: [...tableBytes, calendarType],
    request: z.object({ ...calendarSpan, format: z.enum(runsFormats) }),
    response: z.unknown(),
  }),
});
