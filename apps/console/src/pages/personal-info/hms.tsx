import { deviceHealthCalls, limits, type HealthRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { AlarmFacts, alarmColumns } from '../../modules/device-health/index.ts';
import { choices, listRoom, ListView } from '../../platform/list/index.ts';
import { codeFilters, deviceFilter, hide, logFilters, logParts, useRecordLinks } from './device-logs.tsx';

function Facts({ record }: { record: HealthRecord }): ReactNode {
  return <AlarmFacts alarm={record} links={useRecordLinks()} />;
}

const hms = listRoom({
  ...logParts,
  word: 'deviceHealth',
  title: 'deviceHealth.alarms',
  none: 'deviceHealth.noAlarms',
  calls: { query: deviceHealthCalls.query, get: deviceHealthCalls.get },
  exchange: { export: deviceHealthCalls.export, most: limits.deviceHealth.exportRows },
  filters: logFilters('deviceHealth.search', {
    device: deviceFilter,
    state: {
      kind: 'choice',
      label: 'deviceHealth.state',
      any: 'deviceHealth.anyState',
      options: choices(['open', 'cleared'], 'deviceHealth.state'),
    },
    ...codeFilters,
  }),
  arrived: ({ firstAt }) => ({ from: firstAt + 1 }),
  minWidth: 1280,
  columns: alarmColumns,
  nameOf: ({ code }) => code,
  actions: [hide<HealthRecord>(deviceHealthCalls.remove)],
  drawer: {
    title: 'deviceHealth.alarms',
    width: 520,
    content: (record) => <Facts record={record} />,
    actions: true,
    // An alarm clears by itself.
    renewEvery: 5_000,
  },
});

/** Alarms of docks and aircraft in the member's scope. */
export default function HmsTab(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={hms} />
    </div>
  );
}
