import { deviceMessageCalls, healthDevices, messageDirections, messageKinds } from '@eyrie/domain';
import { FilterRow, loadStateOf } from '@eyrie/ui';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import {
  MessageFacts,
  messageLog,
  MessageTable,
  useMessage,
  type MessageFilters,
} from '../../modules/device-health/index.ts';
import { useListAddress, type ListAddress } from '../../platform/paging.ts';
import { useText } from '../../platform/text.tsx';
import { Choice, DeviceChoice, PeriodChoice } from './log-filters.tsx';
import { flagOf, given, LogExport, oidOf, oneOf, useRecordLinks } from './log-tools.tsx';
import { commonFilters, commonNames, LogDrawer, useLogView, WordAndDock } from './log-view.tsx';

const names = [...commonNames, 'device', 'direction', 'kind', 'failed', 'flight'] as const;
type Address = ListAddress<(typeof names)[number]>;

function Filters({ address }: { address: Address }): ReactNode {
  const text = useText();
  const { values, set } = address;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <WordAndDock address={address} label={text('deviceHealth.searchMessages')} />
      <DeviceChoice value={values.device} onChange={(device) => set({ device })} />
      <Choice
        label={text('deviceHealth.direction')}
        any={text('deviceHealth.anyDirection')}
        value={values.direction}
        options={messageDirections.map((value) => ({
          value,
          label: text(`deviceHealth.direction.${value}`),
        }))}
        onChange={(direction) => set({ direction })}
        width={150}
      />
      <Choice
        label={text('deviceHealth.kind')}
        any={text('deviceHealth.anyKind')}
        value={values.kind}
        options={messageKinds.map((value) => ({ value, label: text(`deviceHealth.kind.${value}`) }))}
        onChange={(kind) => set({ kind })}
        width={160}
      />
      <Checkbox
        checked={values.failed === 'yes'}
        onChange={({ target }) => set({ failed: target.checked ? 'yes' : '' })}
      >
        {text('deviceHealth.failedOnly')}
      </Checkbox>
      <PeriodChoice from={values.from} to={values.to} onChange={set} />
    </FilterRow>
  );
}

function MessageDrawer({ oid, onClose }: { oid: string | null; onClose: () => void }): ReactNode {
  const links = useRecordLinks();
  const answer = useMessage(oid);
  const { data: message } = answer;
  return (
    <LogDrawer oid={oid} code={message?.method} load={loadStateOf(answer)} onClose={onClose}>
      {message && <MessageFacts message={message} links={links} />}
    </LogDrawer>
  );
}

/** What devices in the member's scope sent and were sent, apart from measured values. */
export default function MessagesTab(): ReactNode {
  const text = useText();
  const address = useListAddress(names);
  const { values, pageNum, pageSize } = address;
  const filters: MessageFilters = {
    pageNum,
    pageSize,
    ...given({
      ...commonFilters(values),
      flightOID: oidOf(values.flight),
      device: oneOf(healthDevices, values.device),
      direction: oneOf(messageDirections, values.direction),
      kind: oneOf(messageKinds, values.kind),
      failed: flagOf(values.failed),
    }),
  };
  const rows = messageLog.useRows(filters);
  const { table, newest, close } = useLogView(rows, address, ({ at }) => at);
  const { data: arrived = 0 } = messageLog.useArrived(filters, newest);
  return (
    <div className="tabbed-list">
      <Filters address={address} />
      <MessageTable
        {...table}
        arrived={arrived}
        foot={
          <LogExport
            call={deviceMessageCalls.export}
            filters={filters}
            title={text('deviceHealth.messages')}
          />
        }
      />
      <MessageDrawer oid={table.open} onClose={close} />
    </div>
  );
}
