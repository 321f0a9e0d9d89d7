import { z } from 'zod';
import { call } from '../call.ts';
import { oid } from '../shape.ts';
import { tableBytes, tableFormat } from '../table.ts';
import { measuredDay, periodFields } from './period-fields.ts';
import { serviceLevelNames } from './service-levels.ts';

const permission = ['/DataStatistics'] as const;
const path = '/nebula-five/uavstatistics';

const figures = {
  level: z.enum(serviceLevelNames),
  count: z.number().int(),
  /** Part of what counts that is within the target; null: nothing counts. */
  share: z.number().nullable(),
  /** ms; null: nothing has a time. */
  mean: z.number().nullable(),
};

const dockMonth = z.object({
  dockOID: oid,
  dockName: z.string(),
  /** First day. */
  month: measuredDay,
  levels: z.array(z.object(figures)),
});
export type ServiceLevelsOfDock = z.output<typeof dockMonth>;

export const serviceLevelCalls = {
  serviceLevels: call({
    method: 'POST',
    path: `${path}/serviceLevels.rest`,
    effect: 'reads',
    summary:
      'How well the product served in a period, as it measured itself: docks online, age of their values, answers to orders, live pictures and launches, and each by dock and month',
    permission,
    request: z.object(periodFields),
    response: z.object({
      from: measuredDay,
      to: measuredDay,
      timeZone: z.string(),
      levels: z.array(
        z.object({
          ...figures,
          /** ms; null: it is or it is not. */
          target: z.number().nullable(),
          /** Share of as many days right before. */
          previous: z.number().nullable(),
        }),
      ),
      /** By name and month. */
      docks: z.array(dockMonth),
      /** There are more docks and months than are answered: the table has them all. */
      more: z.boolean(),
    }),
  }),
  serviceLevelExport: call({
    method: 'POST',
    path: `${path}/serviceLevelExport.rest`,
    effect: 'reads',
    audit: 'statistics.export',
    summary: 'Service levels of every dock and month of a period, as a table',
    permission,
    bytes: tableBytes,
    request: z.object({ ...periodFields, format: tableFormat }),
    response: z.unknown(),
  }),
};
