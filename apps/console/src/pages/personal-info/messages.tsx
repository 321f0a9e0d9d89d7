import {
  deviceMessageCalls,
  limits,
  messageDirections,
  messageKinds,
  type MessageDetail,
} from '@eyrie/domain';
import type { ReactNode } from 'react';
import { MessageFacts, messageColumns } from '../../modules/device-health/index.ts';
import { choices, listRoom, ListView } from '../../platform/list/index.ts';
import { deviceFilter, logFilters, logParts, useRecordLinks } from './device-logs.tsx';

function Facts({ record }: { record: MessageDetail }): ReactNode {
  return <MessageFacts message={record} links={useRecordLinks()} />;
}

const messages = listRoom({
  ...logParts,
  word: 'deviceMessage',
  title: 'deviceHealth.messages',
  none: 'deviceHealth.noMessages',
  calls: { query: deviceMessageCalls.query, get: deviceMessageCalls.get },
  exchange: { export: deviceMessageCalls.export, most: limits.deviceHealth.exportRows },
  filters: logFilters('deviceHealth.searchMessages', {
    device: deviceFilter,
    direction: {
      kind: 'choice',
      label: 'deviceHealth.direction',
      any: 'deviceHealth.anyDirection',
      options: choices(messageDirections, 'deviceHealth.direction'),
    },
    kind: {
      kind: 'choice',
      label: 'deviceHealth.kind',
      any: 'deviceHealth.anyKind',
      options: choices(messageKinds, 'deviceHealth.kind'),
    },
    failed: { kind: 'flag', label: 'deviceHealth.failedOnly' },
  }),
  arrived: ({ at }) => ({ from: at + 1 }),
  minWidth: 1160,
  columns: messageColumns,
  nameOf: ({ method }) => method ?? '–',
  actions: [],
  drawer: {
    title: 'deviceHealth.messages',
    width: 520,
    content: (record) => <Facts record={record} />,
  },
});

/** What devices in the member's scope sent and were sent, apart from measured values. */
export default function MessagesTab(): ReactNode {
  return (
    <div className="tabbed-list ey-stack ey-gap-12">
      <ListView tab room={messages} />
    </div>
  );
}
