import { dockCalls, type DockRecord, type DockStanding } from '@eyrie/domain';
import { fieldCells, serveTable, type ListDeps } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { checkImport, importDock, type AddDockRequest } from './dock.add.ts';
import type { DockServiceDependencies } from './dock.dependencies.ts';
import type { createDockService } from './dock.service.ts';

interface TableFilter {
  standing?: DockStanding;
}

/** The calls that exchange docks with spreadsheets. */
export const serveDockTable = (
  runtime: Runtime,
  deps: DockServiceDependencies & Pick<ListDeps, 'audit'>,
  { pieces }: ReturnType<typeof createDockService>['list'],
) =>
  serveTable<DockRecord, TableFilter, AddDockRequest>(
    {
      word: 'dock',
      title: 'permission./DaJiAirport',
      unique: ['sn'],
      columns: fieldCells([
        { field: 'name', heading: 'field.name' },
        { field: 'sn', heading: 'dock.sn' },
        { field: 'model', heading: 'field.model' },
        { field: 'vendor', heading: 'device.vendor' },
        { field: 'windLimit', heading: 'dock.windLimit', kind: 'number' },
        { field: 'firmware', heading: 'dock.firmware' },
        { field: 'insuranceCompany', heading: 'register.insuranceCompany' },
        { field: 'policyNumber', heading: 'dock.policyNumber' },
        { field: 'insuranceUntil', heading: 'dock.insuranceUntil', kind: 'day' },
        { field: 'droneName', heading: 'dock.drone' },
        { field: 'standing', heading: 'device.standing', kind: { words: 'device.standing' } },
        { field: 'maintenance', heading: 'dock.maintenance', kind: { words: 'dock.maintenance' } },
        { field: 'groupName', heading: 'field.department' },
      ]),
      add: dockCalls.add,
      check: (db, request, context) => checkImport(db, deps, request, context),
      list: {
        pieces: pieces as never,
        addWithin: (trx, request, context) => importDock(trx, runtime, request, context),
      },
    },
    { runtime, audit: deps.audit, timeZoneOf: deps.timeZoneOf },
  );
