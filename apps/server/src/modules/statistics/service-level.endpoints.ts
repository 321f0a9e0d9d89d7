import {
  limits,
  serviceLevelFigures,
  serviceLevelNames,
  serviceLevels,
  spanBefore,
  serviceLevelCalls,
  type ServiceLevelName,
  type ServiceLevelsOfDock,
} from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { exportRows, type ExportColumn } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { MeasureExportDependencies } from './measures.export.ts';
import { levelsByDock, levelTotals, type DockMonthSums, type LevelSums } from './service-level.store.ts';

const empty = { count: 0, within: 0, timed: 0, sum: 0 };
const figuresOf = (all: readonly LevelSums[], level: ServiceLevelName) => {
  const sums = all.find((one) => one.level === level) ?? empty;
  return { level, count: sums.count, ...serviceLevelFigures(sums) };
};
const dockOf = ({ levels, ...dock }: DockMonthSums): ServiceLevelsOfDock => ({
  ...dock,
  levels: serviceLevelNames.map((level) => figuresOf(levels, level)),
});

const columns: ExportColumn<ServiceLevelsOfDock>[] = [
  ['statistics.of.dock', (row) => row.dockName],
  ['statistics.levelMonth', (row) => row.month],
  ...serviceLevelNames.flatMap((level): ExportColumn<ServiceLevelsOfDock>[] => {
    const of = (row: ServiceLevelsOfDock) => row.levels.find((one) => one.level === level);
    return [
      [`statistics.levelCount.${level}`, (row) => of(row)?.count ?? 0],
      [`statistics.levelShare.${level}`, (row) => of(row)?.share ?? null],
      ...(serviceLevels[level].target === null
        ? []
        : [
            [
              `statistics.levelMean.${level}`,
              (row) => of(row)?.mean ?? null,
            ] as ExportColumn<ServiceLevelsOfDock>,
          ]),
    ];
  }),
];

/** What the product measured of itself, as an answer and as a table. */
export const serviceLevelEndpoints = (
  { db }: Pick<Runtime, 'db'>,
  { audit, timeZoneOf, askedOf }: MeasureExportDependencies,
): Endpoint[] => [
  serve(serviceLevelCalls.serviceLevels, async (request, { caller }) => {
    const asked = await askedOf(request, caller);
    const [now, before] = [
      await levelTotals(db, asked),
      await levelTotals(db, { ...asked, ...spanBefore(asked) }),
    ];
    const { levelRowsMost } = limits.statistics;
    const docks = await levelsByDock(db, asked, levelRowsMost + 1);
    return {
      from: asked.from,
      to: asked.to,
      timeZone: await timeZoneOf(caller.groupRoot),
      levels: serviceLevelNames.map((level) => ({
        ...figuresOf(now, level),
        target: serviceLevels[level].target,
        previous: figuresOf(before, level).share,
      })),
      docks: docks.slice(0, levelRowsMost).map(dockOf),
      more: docks.length > levelRowsMost,
    };
  }),
  serve(serviceLevelCalls.serviceLevelExport, async (request, context) => {
    const { caller, language } = context;
    const asked = await askedOf(request, caller);
    const timeZone = await timeZoneOf(caller.groupRoot);
    await audit.done(db, context, 'statistics.export', { ...request, measure: 'serviceLevels', of: 'dock' });
    const docks = await levelsByDock(db, asked, limits.list.exportMost);
    const name = `${say(language, 'statistics.levels')} ${asked.from} – ${asked.to}`;
    const rows = exportRows(columns, [docks.map(dockOf)], { language, timeZone });
    return tableAnswer(name, request.format, rows, timeZone);
  }),
];
