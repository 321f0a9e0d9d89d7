import {
  flightOutcomes,
  flightStates,
  type FlightOutcome,
  type FlightRecord,
  type FlightState,
} from '@eyrie/domain';
import { FilterChoice, FilterRow } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { monitorAddress } from '../../modules/dock/index.ts';
import { FlightTable, useFlightRemove, useFlights, type FlightFilters } from '../../modules/flight/index.ts';
import { useDeletion } from '../../platform/deletion.ts';
import { useFilters } from '../../platform/filters.ts';
import { tablePage, useListAddress } from '../../platform/paging.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { FlightDrawer } from './flight-record.tsx';

const filterNames = ['keyword', 'state', 'outcome', 'taskOID'] as const;
const openName = ['open'] as const;

const openMonitor = (flight: FlightRecord): void =>
  location.assign(monitorAddress(flight.dockOID, flight.taskOID));

const useRemoval = (): ((flight: FlightRecord) => Promise<void>) => {
  const text = useText();
  const remove = useDeletion(useFlightRemove());
  return ({ oid, taskName }) =>
    remove([oid], { title: text('flight.deleteTitle', { name: taskName }), done: text('flight.deleted') });
};

interface FilterProps {
  state: FlightState | undefined;
  outcome: FlightOutcome | undefined;
  onChange: (change: { state: string } | { outcome: string }) => void;
}

function StateFilters({ state, outcome, onChange }: FilterProps): ReactNode {
  const text = useText();
  return (
    <>
      <FilterChoice
        label={text('flight.state')}
        any={text('flight.anyState')}
        value={state ?? null}
        options={flightStates.map((value) => ({ value, label: text(`flight.state.${value}`) }))}
        onChange={(next) => onChange({ state: next })}
      />
      <FilterChoice
        label={text('flight.outcome')}
        any={text('flight.anyOutcome')}
        value={outcome ?? null}
        options={flightOutcomes.map((value) => ({ value, label: text(`flight.outcome.${value}`) }))}
        onChange={(next) => onChange({ outcome: next })}
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
  const state = flightStates.find((value) => value === address.values.state);
  const outcome = flightOutcomes.find((value) => value === address.values.outcome);
  const filters: FlightFilters = {
    pageNum: address.pageNum,
    pageSize: address.pageSize,
    sort: '-createdAt',
    ...(keyword ? { keyword } : {}),
    ...(state ? { state } : {}),
    ...(outcome ? { outcome } : {}),
    ...(taskOID ? { taskOID } : {}),
  };
  const list = useFlights(filters);
  const open = opened.values.open || null;
  return (
    <>
      <FilterRow onReset={address.any ? address.reset : undefined}>
        <SearchBox
          label={text('flight.search')}
          value={keyword}
          onChange={(next) => address.set({ keyword: next })}
        />
        <StateFilters state={state} outcome={outcome} onChange={address.set} />
      </FilterRow>
      <div className="task-manager-list">
        <FlightTable
          open={open}
          filtered={address.any}
          begin={begin}
          {...tablePage(list, address)}
          onOpen={(flight) => opened.set({ open: flight.oid })}
          onRemove={(flight) => void remove(flight)}
          onMonitor={mayMonitor ? openMonitor : null}
        />
      </div>
      <FlightDrawer oid={open} onClose={() => opened.set({ open: '' })} />
    </>
  );
}
