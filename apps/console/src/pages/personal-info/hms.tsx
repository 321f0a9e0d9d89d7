import { healthCalls, healthDevices } from '@eyrie/domain';
import { Drawer, FilterRow } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  AlarmFacts,
  alarmLog,
  AlarmTable,
  HideButton,
  useAlarm,
  type AlarmFilters,
} from '../../modules/device-health/index.ts';
import { useFilters } from '../../platform/filters.ts';
import { useListAddress, type ListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useText } from '../../platform/text.tsx';
import { CodeFilters } from './code-filters.tsx';
import { Choice, DockChoice, PeriodChoice } from './log-filters.tsx';
import { arrivedOf, flagOf, given, LogExport, numberOf, oidOf, oneOf, useRecordLinks } from './log-tools.tsx';

const names = [
  'keyword',
  'from',
  'to',
  'dock',
  'device',
  'level',
  'module',
  'air',
  'state',
  'handled',
  'code',
] as const;
const openName = ['open'] as const;
const states = ['open', 'cleared'] as const;
type Address = ListAddress<(typeof names)[number]>;

function Filters({ address }: { address: Address }): ReactNode {
  const text = useText();
  const { values, set } = address;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <SearchBox
        label={text('deviceHealth.search')}
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
        label={text('deviceHealth.state')}
        any={text('deviceHealth.anyState')}
        value={values.state}
        options={states.map((value) => ({ value, label: text(`deviceHealth.state.${value}`) }))}
        onChange={(state) => set({ state })}
      />
      <CodeFilters values={values} set={set} />
      <PeriodChoice from={values.from} to={values.to} onChange={set} />
    </FilterRow>
  );
}

function AlarmDrawer({ oid, onClose }: { oid: string | null; onClose: () => void }): ReactNode {
  const text = useText();
  const links = useRecordLinks();
  const { data: alarm } = useAlarm(oid);
  return (
    <Drawer
      open={oid !== null}
      width={520}
      title={<bdi dir="ltr">{alarm?.code ?? ''}</bdi>}
      onClose={onClose}
      footer={alarm ? <HideButton kind="alarms" record={alarm} onHidden={onClose} /> : null}
    >
      {alarm ? <AlarmFacts alarm={alarm} links={links} /> : <p>{text('app.loading')}</p>}
    </Drawer>
  );
}

/** Alarms of docks and aircraft in the member's scope. */
export default function HmsTab(): ReactNode {
  const text = useText();
  const address = useListAddress(names);
  const opened = useFilters(openName);
  const { values, pageNum, pageSize } = address;
  const filters: AlarmFilters = {
    pageNum,
    pageSize,
    ...given({
      keyword: values.keyword,
      from: numberOf(values.from),
      to: numberOf(values.to),
      dockOID: oidOf(values.dock),
      device: oneOf(healthDevices, values.device),
      level: numberOf(values.level),
      module: numberOf(values.module),
      code: values.code,
      inTheSky: flagOf(values.air),
      state: oneOf(states, values.state),
      handled: flagOf(values.handled),
    }),
  };
  const rows = alarmLog.useRows(filters);
  const list = rows.data?.list ?? [];
  const { data: arrived = 0 } = alarmLog.useArrived(
    filters,
    pageNum === 1 ? (list[0]?.firstAt ?? null) : null,
  );
  const open = oidOf(opened.values.open) ?? null;
  return (
    <div className="tab-list">
      <Filters address={address} />
      <AlarmTable
        rows={list}
        loading={rows.isPending}
        filtered={address.any}
        word={values.keyword}
        open={open}
        paging={{ ...address, total: rows.data?.total ?? 0 }}
        arrived={arrived}
        onShowNew={arrivedOf(pageNum, rows, () => address.onPage(1, pageSize))}
        onOpen={({ oid }) => opened.set({ open: oid })}
        foot={<LogExport call={healthCalls.export} filters={filters} title={text('deviceHealth.alarms')} />}
      />
      <AlarmDrawer oid={open} onClose={() => opened.set({ open: '' })} />
    </div>
  );
}
