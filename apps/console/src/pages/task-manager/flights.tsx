import {
  flightOutcomes,
  flightStates,
  type FlightOutcome,
  type FlightRecord,
  type FlightState,
} from '@eyrie/domain';
import { FilterRow } from '@eyrie/ui';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { monitorAddress } from '../../modules/dock/index.ts';
import { FlightTable, useFlightRemove, useFlights, type FlightFilters } from '../../modules/flight/index.ts';
import { useConfirmDeletion } from '../../platform/deletion.ts';
import { useFilters } from '../../platform/filters.ts';
import { useListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { FlightDrawer } from './flight-record.tsx';

const filterNames = ['keyword', 'state', 'outcome', 'taskOID'] as const;
const openName = ['open'] as const;

const oneOf = <T extends string>(values: readonly T[], text: string): T | null =>
  values.find((value) => value === text) ?? null;

const openMonitor = (flight: FlightRecord): void =>
  location.assign(monitorAddress(flight.dockOID, flight.taskOID));

const useRemoval = (): ((flight: FlightRecord) => Promise<void>) => {
  const text = useText();
  const confirmDeletion = useConfirmDeletion();
  const remove = useFlightRemove();
  return async (flight) => {
    if (!(await confirmDeletion(text('flight.deleteTitle', { name: flight.taskName })))) return;
    remove.mutate([flight.oid], { onSuccess: () => showToast('success', text('flight.deleted')) });
  };
};

interface FilterProps {
  state: FlightState | null;
  outcome: FlightOutcome | null;
  onState: (state: FlightState | null) => void;
  onOutcome: (outcome: FlightOutcome | null) => void;
}

function StateFilters({ state, outcome, onState, onOutcome }: FilterProps): ReactNode {
  const text = useText();
  return (
    <>
      <Select<FlightState>
        allowClear
        aria-label={text('flight.state')}
        placeholder={text('flight.anyState')}
        style={{ inlineSize: 150 }}
        value={state}
        options={flightStates.map((value) => ({ value, label: text(`flight.state.${value}`) }))}
        onChange={(next: FlightState | undefined) => onState(next ?? null)}
      />
      <Select<FlightOutcome>
        allowClear
        aria-label={text('flight.outcome')}
        placeholder={text('flight.anyOutcome')}
        style={{ inlineSize: 150 }}
        value={outcome}
        options={flightOutcomes.map((value) => ({ value, label: text(`flight.outcome.${value}`) }))}
        onChange={(next: FlightOutcome | undefined) => onOutcome(next ?? null)}
      />
    </>
  );
}

/** Flights with their outcome; the record opens beside the list. */
export function Flights({ begin }: { begin: ReactNode }): ReactNode {
  const text = useText();
  const address = useListAddress(filterNames);
  const opened = useFilters(openName);
  const mayMonitor = useAllowed('/PortMonitorSee');
  const remove = useRemoval();
  const { keyword, taskOID } = address.values;
  const state = oneOf(flightStates, address.values.state);
  const outcome = oneOf(flightOutcomes, address.values.outcome);
  const filters: FlightFilters = {
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    sort: '-createdAt',
    ...(keyword ? { keyword } : {}),
    ...(state ? { state } : {}),
    ...(outcome ? { outcome } : {}),
    ...(taskOID ? { taskOID } : {}),
  };
  const { data, isPending } = useFlights(filters);
  const open = opened.values.open || null;
  return (
    <>
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <SearchBox
          label={text('flight.search')}
          value={keyword}
          onChange={(next) => address.set({ keyword: next })}
        />
        <StateFilters
          state={state}
          outcome={outcome}
          onState={(next) => address.set({ state: next ?? '' })}
          onOutcome={(next) => address.set({ outcome: next ?? '' })}
        />
      </FilterRow>
      <div className="task-manager-list">
        <FlightTable
          rows={data?.list ?? []}
          loading={isPending}
          open={open}
          filtered={address.any}
          begin={begin}
          paging={{ ...address, total: data?.total ?? 0 }}
          onOpen={(flight) => opened.set({ open: flight.oid })}
          onRemove={(flight) => void remove(flight)}
          onMonitor={mayMonitor ? openMonitor : null}
        />
      </div>
      <FlightDrawer oid={open} onClose={() => opened.set({ open: '' })} />
    </>
  );
}
