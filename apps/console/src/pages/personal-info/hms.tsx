import { deviceHealthCalls, healthDevices } from '@eyrie/domain';
import { FilterRow, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  AlarmFacts,
  alarmLog,
  AlarmTable,
  HideButton,
  useAlarm,
  type AlarmFilters,
} from '../../modules/device-health/index.ts';
import { useListAddress, type ListAddress } from '../../platform/paging.ts';
import { useText } from '../../platform/text.tsx';
import { CodeFilters } from './code-filters.tsx';
import { Choice, DeviceChoice, PeriodChoice } from './log-filters.tsx';
import { flagOf, given, LogExport, numberOf, oneOf, useRecordLinks } from './log-tools.tsx';
import { commonFilters, commonNames, LogDrawer, useLogView, WordAndDock } from './log-view.tsx';

const names = [...commonNames, 'device', 'level', 'module', 'air', 'state', 'handled', 'code'] as const;
const states = ['open', 'cleared'] as const;
type Address = ListAddress<(typeof names)[number]>;

function Filters({ address }: { address: Address }): ReactNode {
  const text = useText();
  const { values, set } = address;
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      <WordAndDock address={address} label={text('deviceHealth.search')} />
      <DeviceChoice value={values.device} onChange={(device) => set({ device })} />
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
  const links = useRecordLinks();
  const answer = useAlarm(oid);
  const { data: alarm } = answer;
  return (
    <LogDrawer
      oid={oid}
      load={loadStateOf(answer)}
      code={alarm?.code}
      footer={alarm ? <HideButton kind="alarms" record={alarm} onHidden={onClose} /> : null}
      onClose={onClose}
    >
      {alarm && <AlarmFacts alarm={alarm} links={links} />}
    </LogDrawer>
  );
}

/** Alarms of docks and aircraft in the member's scope. */
export default function HmsTab(): ReactNode {
  const text = useText();
  const address = useListAddress(names);
  const { values, pageNum, pageSize } = address;
  const filters: AlarmFilters = {
    pageNum,
    pageSize,
    ...given({
      ...commonFilters(values),
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
  const { table, newest, close } = useLogView(rows, address, ({ firstAt }) => firstAt);
  const { data: arrived = 0 } = alarmLog.useArrived(filters, newest);
  return (
    <div className="tabbed-list">
      <Filters address={address} />
      <AlarmTable
        {...table}
        arrived={arrived}
        foot={
          <LogExport call={deviceHealthCalls.export} filters={filters} title={text('deviceHealth.alarms')} />
        }
      />
      <AlarmDrawer oid={table.open} onClose={close} />
    </div>
  );
}
