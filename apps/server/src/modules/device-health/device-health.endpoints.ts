import { deviceMessageCalls, type MessageDetail } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createList, serveList } from '../../platform/list/index.ts';
import { createExport, type LogDeps } from './device-health.service.ts';
import { messageList } from './device-message.store.ts';
import { exceptionEndpoints } from './error-log.service.ts';
import { alarmEndpoints } from './health-log.service.ts';
import { messageColumns } from './log-table.ts';
import { unusableOf } from './unusable.store.ts';

const messageEndpoints = (deps: LogDeps): Endpoint[] => {
  const word = 'deviceMessage';
  const list = createList<typeof messageList, MessageDetail>(
    { list: messageList, word, present: (rows) => [...rows] },
    deps,
  );
  return serveList(deviceMessageCalls, list, {
    async unusable({ oid }, { caller }) {
      await deps.dockInScope(caller, oid);
      return { list: await unusableOf(deps.runtime.db, oid) };
    },
    export: createExport(deps, list, { columns: messageColumns, word, title: 'deviceHealth.messages' }),
  });
};

/** The calls of the three logs: alarms, exceptions, messages. */
export const deviceHealthEndpoints = (deps: LogDeps): Endpoint[] => [
  ...alarmEndpoints(deps),
  ...exceptionEndpoints(deps),
  ...messageEndpoints(deps),
];
