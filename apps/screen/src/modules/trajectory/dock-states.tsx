import { trajectoryCalls, type LastPlace } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { useNow } from '@eyrie/web/clock';
import { useFigures } from '@eyrie/web/figures';
import { useTelemetry } from '@eyrie/web/telemetry';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { MonitorLink } from '../../platform/monitor-link.tsx';
import { Tile, TileRows } from '../../platform/tile.tsx';
import { dockNowOf } from './dock-now.ts';

/** Docks that one tile has room for. */
const rows = 12;

function Row({ place }: { place: LastPlace }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  useTelemetry('dockPresence', place.oid);
  const status = useTelemetry('dockStatus', place.oid);
  const { look, ageMs } = dockNowOf(place, at);
  const charge = status?.data.charge.percent ?? null;
  return (
    <li className="row">
      <MonitorLink dockOID={place.oid} name={place.name} />
      <span className="row-figures">
        <span title={text('field.battery')}>{figures.amount(charge, text('unit.percent'), 0)}</span>
        <StateSymbol state={look.state} word={text(look.wordId)} />
        {look.wordId === 'state.stale' || look.wordId === 'state.lost' ? (
          <span className="tile-age">{figures.age(ageMs)}</span>
        ) : null}
      </span>
    </li>
  );
}

/** Every dock of which the place is known, with its state. */
export function DockStates(): ReactNode {
  const text = useText();
  const asked = useAsked(
    trajectoryCalls.places,
    () => ({ kinds: ['dock' as const] }),
    ({ name, time }) => (name === 'organisationChange' ? `${time}` : null),
  );
  return (
    <Tile title={text('cockpit.docks')} area="docks" asked={asked}>
      {({ list }) => (
        <TileRows list={list} most={rows} none={text('cockpit.noDocks')}>
          {(place) => <Row key={place.oid} place={place} />}
        </TileRows>
      )}
    </Tile>
  );
}
