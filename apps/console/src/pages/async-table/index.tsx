import { asyncTableCalls } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { TabbedPage, type PageTab } from '../../platform/tabbed-page.tsx';
import { ListView } from '../../platform/list/index.ts';
import { commandTable } from './command-table.tsx';
import { flightTable } from './flight-table.tsx';
import { runTable } from './run-table.tsx';
import { TelemetryTable } from './telemetry-table.tsx';
import './async-table.css';

const readers = [asyncTableCalls.runs] as const;

const tabs: readonly PageTab[] = [
  { key: 'flights', titleId: 'flight.tab', calls: readers, View: () => <ListView tab room={flightTable} /> },
  { key: 'runs', titleId: 'task.runs', calls: readers, View: () => <ListView tab room={runTable} /> },
  {
    key: 'commands',
    titleId: 'asyncTable.commands',
    calls: readers,
    View: () => <ListView tab room={commandTable} />,
  },
  { key: 'telemetry', titleId: 'asyncTable.telemetry', calls: readers, View: TelemetryTable },
];

/** The big tables of the organisation: flights, runs, orders, telemetry. */
export default function AsyncTablePage(): ReactNode {
  return (
    <main className="async-table">
      <TabbedPage titleId="permission./asyncTable" tabs={tabs} />
    </main>
  );
}
