import { dockCalls, healthDevices, limits, type deviceHealthCalls } from '@eyrie/domain';
import { FilterChoice, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { RecordLinks } from '../../modules/device-health/index.ts';
import { monitorAddress, useEveryDock } from '../../modules/dock/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import {
  asksOid,
  choices,
  period,
  yesOrNo,
  type CellTools,
  type FilterDeclarations,
  type RecordAction,
} from '../../platform/list/index.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';

interface DockChoiceProps {
  value: string | null;
  onChange: (dockOID: string | null) => void;
}

function AllDocks({ value, onChange }: DockChoiceProps): ReactNode {
  const text = useText();
  const docks = useEveryDock();
  const options = (docks.data ?? []).map((dock) => ({ value: dock.oid, label: dock.name }));
  return (
    <FilterChoice
      search
      label={text('deviceHealth.dock')}
      any={text('deviceHealth.anyDock')}
      // What an address names and nobody offers counts as any.
      value={options.some((one) => one.value === value) ? value : null}
      options={options}
      load={loadStateOf(docks)}
      onChange={onChange}
      width={150}
    />
  );
}

/** The docks to choose from, for members who may see them; the others search by name. */
function DockChoice(props: DockChoiceProps): ReactNode {
  return useMay(dockCalls.query) ? <AllDocks {...props} /> : null;
}

const asksNumber = (name: string) => (value: string | boolean) => ({ [name]: Number(value) });

const dock = {
  kind: 'own',
  field: (field) => <DockChoice {...field} />,
  asks: asksOid('dockOID'),
} as const satisfies FilterDeclarations[string];

/** What every log of devices can be filtered by, around its own. */
export const logFilters = (
  search: 'deviceHealth.search' | 'deviceHealth.searchMessages',
  own: FilterDeclarations,
): FilterDeclarations => ({
  keyword: { kind: 'search', label: search },
  dock,
  ...own,
  ...period('deviceHealth.period', ['deviceHealth.from', 'deviceHealth.to']),
  flight: { kind: 'link', asks: asksOid('flightOID') },
});

/** Which of the devices at a dock. */
export const deviceFilter = {
  kind: 'choice',
  label: 'deviceHealth.device',
  any: 'deviceHealth.anyDevice',
  options: choices(healthDevices, 'deviceHealth.device'),
} as const satisfies FilterDeclarations[string];

/** Filters of logs whose rows carry a code. */
export const codeFilters = {
  level: {
    kind: 'choice',
    label: 'deviceHealth.level',
    any: 'deviceHealth.anyLevel',
    options: choices(['2', '1', '0'], 'deviceHealth.level'),
    asks: asksNumber('level'),
  },
  module: {
    kind: 'choice',
    label: 'deviceHealth.module',
    any: 'deviceHealth.anyModule',
    options: choices(['0', '1', '2', '3'], 'deviceHealth.module'),
    asks: asksNumber('module'),
  },
  air: yesOrNo(
    'inTheSky',
    'deviceHealth.where',
    'deviceHealth.anywhere',
    'deviceHealth.inTheSky',
    'deviceHealth.onGround',
  ),
  handled: yesOrNo(
    'handled',
    'deviceHealth.handled',
    'deviceHealth.anyHandled',
    'deviceHealth.handled.yes',
    'deviceHealth.handled.no',
  ),
  code: { kind: 'link' },
} as const satisfies FilterDeclarations;

/** What all logs of devices have in common. */
export const logParts = {
  icon: 'pulse',
  noneFound: 'deviceHealth.noneFound',
  /** A word is looked for in the newest rows alone. */
  foot: ({ text, address }: CellTools): ReactNode =>
    address.values['keyword'] ? (
      <span>{text('deviceHealth.searchMost', { count: limits.deviceHealth.searchRows })}</span>
    ) : null,
} as const;

/** Takes a row out of the lists, after asking; the record stays. */
export const hide = <Row extends { oid: string; code: string }>(
  remove: typeof deviceHealthCalls.remove,
): RecordAction<Row> => ({
  icon: 'eye',
  label: 'deviceHealth.hide',
  call: remove,
  run: ({ oid, code }, { change, text }) =>
    change({
      call: remove,
      request: { oids: [oid] },
      gone: [oid],
      done: 'deviceHealth.hidden',
      ask: {
        title: text('deviceHealth.hideTitle', { code }),
        content: text('deviceHealth.hideText'),
        verb: text('deviceHealth.hide'),
        danger: false,
      },
    }),
});

/** Ways to dock and flight, for those who may go there. */
export const useRecordLinks = (): RecordLinks => {
  const text = useText();
  const mayMonitor = useAllowed('/PortMonitorSee');
  const maySeeFlights = useAllowed('/TaskManagerNew');
  return {
    dock: (dockOID, name) => (
      <>
        <bdi>{name}</bdi>{' '}
        {mayMonitor ? <a href={monitorAddress(dockOID)}>{text('deviceHealth.openDock')}</a> : null}
      </>
    ),
    flight: (flightOID) =>
      maySeeFlights ? (
        <a href={`#/TaskManagerNew?tab=flights&open=${flightOID}`}>{text('deviceHealth.openFlight')}</a>
      ) : (
        <bdi dir="ltr">{flightOID}</bdi>
      ),
  };
};
