import { deviceMessageCalls, healthDevices, messageDirections, messageKinds } from '@eyrie/domain';
import { Drawer, FilterRow } from '@eyrie/ui';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import {
  MessageFacts,
  messageLog,
  MessageTable,
  useMessage,
  type MessageFilters,
} from '../../modules/device-health/index.ts';
import { useFilters } from '../../platform/filters.ts';
import { useListAddress, type ListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { Choice, DockChoice, PeriodChoice } from './log-filters.tsx';
import { arrivedOf, flagOf, given, LogExport, numberOf, oidOf, oneOf, useRecordLinks } from './log-tools.tsx';

const names = ['keyword', 'from', 'to', 'dock', 'device', 'direction', 'kind', 'failed', 'flight'] as const;
const openName = ['open'] as const;
type Address = ListAddress<(typeof names)[number]>;

function Filters({ address }: { address: Address }): ReactNode {
  const text = useText();
  const { values, set } = address;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <SearchBox
        label={text('deviceHealth.searchMessages')}
        value={values.keyword}
        onChange={(keyword) => set({ keyword })}
      />
      <DockChoice value={values.dock} onChange={(dock) => set({ dock })} />
      <Choice
        label={text('deviceHealth.device')}
        any={text('deviceHealth.anyDevice')}
        value={values.device}
        options={healthDevices.map((value) => ({ value, label: text(`deviceHealth.device.${value}`) }))}
        onChange={(device) => set({ device })}
      />
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
  const text = useText();
  const links = useRecordLinks();
  const { data: message } = useMessage(oid);
  return (
    <Drawer
      open={oid !== null}
      width={520}
      title={<bdi dir="ltr">{message?.method ?? ''}</bdi>}
      onClose={onClose}
    >
      {message ? <MessageFacts message={message} links={links} /> : <p>{text('app.loading')}</p>}
    </Drawer>
  );
}

/** What devices in the member's scope sent and were sent, apart from measured values. */
export default function MessagesTab(): ReactNode {
  const text = useText();
  const address = useListAddress(names);
  const opened = useFilters(openName);
  const { values, pageNum, pageSize } = address;
  const filters: MessageFilters = {
    pageNum,
    pageSize,
    ...given({
      keyword: values.keyword,
      from: numberOf(values.from),
      to: numberOf(values.to),
      dockOID: oidOf(values.dock),
      flightOID: oidOf(values.flight),
      device: oneOf(healthDevices, values.device),
      direction: oneOf(messageDirections, values.direction),
      kind: oneOf(messageKinds, values.kind),
      failed: flagOf(values.failed),
    }),
  };
  const rows = messageLog.useRows(filters);
  const list = rows.data?.list ?? [];
  const { data: arrived = 0 } = messageLog.useArrived(filters, pageNum === 1 ? (list[0]?.at ?? null) : null);
  const open = oidOf(opened.values.open) ?? null;
  return (
    <div className="tab-list">
      <Filters address={address} />
      <MessageTable
        rows={list}
        loading={rows.isPending}
        filtered={address.any}
        word={values.keyword}
        open={open}
        paging={{ ...address, total: rows.data?.total ?? 0 }}
        arrived={arrived}
        onShowNew={arrivedOf(pageNum, rows, () => address.onPage(1, pageSize))}
        onOpen={({ oid }) => opened.set({ open: oid })}
        foot={
          <LogExport
            call={deviceMessageCalls.export}
            filters={filters}
            title={text('deviceHealth.messages')}
          />
        }
      />
      <MessageDrawer oid={open} onClose={() => opened.set({ open: '' })} />
    </div>
  );
}
