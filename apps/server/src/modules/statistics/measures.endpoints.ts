import { fullNames, nameIn, nameLanguageOf, statisticsCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { aircraftInAir, aiTypeNames, openOrderAges, taskCounts } from './big-screen.store.ts';
import { createClassExport, createMeasureExport } from './measures.export.ts';
import { createMeasures, type MeasureDependencies } from './measures.service.ts';
import { serviceLevelEndpoints } from './service-level.endpoints.ts';
import { deviceCounts } from './statistics.store.ts';

export interface MeasureEndpointDependencies extends MeasureDependencies {
  audit: AuditLog;
}

const series = [
  [statisticsCalls.flight, 'flights'],
  [statisticsCalls.flighttime, 'flightTime'],
  [statisticsCalls.flightdistance, 'flightDistance'],
  [statisticsCalls.returnHome, 'returnsHome'],
  [statisticsCalls.screenFlight, 'flights'],
  [statisticsCalls.screenFlighttime, 'flightTime'],
  [statisticsCalls.screenFlightdistance, 'flightDistance'],
  [statisticsCalls.screenAiHistory, 'findings'],
  [statisticsCalls.order, 'workOrders'],
  [statisticsCalls.aiTask, 'detectionRuns'],
  [statisticsCalls.aiAbnomal, 'confirmedFindings'],
] as const;

/** The page and the big screens ask for the same answers by different paths. */
export const measureEndpoints = (
  runtime: Pick<Runtime, 'db'>,
  { audit, ...deps }: MeasureEndpointDependencies,
): Endpoint[] => {
  const { db } = runtime;
  const { seen, askedOf, seriesOf, overview, classes } = createMeasures(runtime, deps);
  const exporting = { audit, timeZoneOf: deps.timeZoneOf, askedOf };
  return [
    ...series.map(([declaration, measure]) =>
      serve(declaration, (request, { caller }) => seriesOf(measure, request, caller)),
    ),
    serve(statisticsCalls.aiPercentage, (request, { caller }) => classes(request, caller)),
    // A screen has no code table to look names up in.
    serve(statisticsCalls.screenAiType, async (request, { caller, language }) => {
      const shares = await classes(request, caller);
      const codes = shares.classes.map((one) => one.class);
      const found = await aiTypeNames(db, caller.groupRoot, codes);
      const names = found.map(({ code, names: all }) => ({
        code,
        name: nameIn(fullNames(all), nameLanguageOf(language)).name,
      }));
      return { ...shares, names };
    }),
    serve(statisticsCalls.export, createMeasureExport(runtime, exporting)),
    serve(statisticsCalls.classExport, createClassExport(runtime, exporting)),
    ...serviceLevelEndpoints(runtime, exporting),
    serve(statisticsCalls.screenOverview, (request, { caller }) => overview(request, caller)),
    serve(statisticsCalls.screenUav, async ({ groupOID }, { caller }) => {
      await seen(caller, groupOID);
      const { docks, online, drones, airborne } = await deviceCounts(db, caller, groupOID);
      return { docks, docksOnline: online, drones, dronesAirborne: airborne };
    }),
    serve(statisticsCalls.orderAge, async ({ groupOID }, { caller }) => {
      await seen(caller, groupOID);
      return openOrderAges(db, caller, groupOID);
    }),
    serve(statisticsCalls.screenTask, async ({ groupOID }, { caller }) => {
      await seen(caller, groupOID);
      return taskCounts(db, caller, groupOID);
    }),
    serve(statisticsCalls.liveUav, async ({ groupOID }, { caller }) => {
      await seen(caller, groupOID);
      return aircraftInAir(db, caller, groupOID);
    }),
  ];
};
