import { errorFamilies, errorSources, flightErrorCalls, limits, type ErrorRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { ExceptionFacts, exceptionColumns } from '../../modules/device-health/index.ts';
import { choices, listRoom, ListView } from '../../platform/list/index.ts';
import { codeFilters, hide, logFilters, logParts, useRecordLinks } from './device-logs.tsx';

function Facts({ record }: { record: ErrorRecord }): ReactNode {
  return <ExceptionFacts exception={record} links={useRecordLinks()} />;
}

const exceptions = listRoom({
  ...logParts,
  word: 'flightError',
  title: 'deviceHealth.exceptions',
  none: 'deviceHealth.noExceptions',
  calls: { query: flightErrorCalls.query, get: flightErrorCalls.get },
  exchange: { export: flightErrorCalls.export, most: limits.deviceHealth.exportRows },
  filters: logFilters('deviceHealth.search', {
    source: {
      kind: 'choice',
      label: 'deviceHealth.source',
      any: 'deviceHealth.anySource',
      options: choices(errorSources, 'deviceHealth.source'),
    },
    family: {
      kind: 'choice',
      label: 'deviceHealth.family',
      any: 'deviceHealth.anyFamily',
      options: choices(errorFamilies, 'deviceHealth.family'),
    },
    ...codeFilters,
  }),
  arrived: ({ at }) => ({ from: at + 1 }),
  minWidth: 1240,
  columns: exceptionColumns,
  nameOf: ({ code }) => code,
  actions: [hide<ErrorRecord>(flightErrorCalls.remove)],
  drawer: {
    title: 'deviceHealth.exceptions',
    width: 520,
    content: (record) => <Facts record={record} />,
    actions: true,
  },
});

/** What was refused, failed or ended badly in the member's scope. */
export default function ExceptionsTab(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={exceptions} />
    </div>
  );
}
