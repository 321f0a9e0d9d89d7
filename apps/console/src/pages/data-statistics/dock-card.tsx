import type { DockRecord } from '@eyrie/domain';
import { Figure, Icon, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useAge, useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { dockState } from './dock-state.ts';

/** One dock right now: state, its aircraft's battery, wind, and the way to its monitor. */
export function DockCard({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const presence = useTelemetry('dockPresence', dock.oid);
  const status = useTelemetry('dockStatus', dock.oid);
  const drone = useTelemetry('droneTelemetry', dock.droneOID);
  const { ageMs, level } = useAge(status ?? presence);
  const mayMonitor = useAllowed('/PortMonitorSee');
  const shown = dockState(presence?.data ?? null, drone?.data ?? null, level);
  const stale = level !== 'live' && level !== 'ageing';
  const flies = drone?.data.online === true && drone.data.airborne;
  const battery = flies ? drone.data.percent : (status?.data.charge.percent ?? null);
  const age = ageMs !== null && stale && shown.state !== 'offline' ? figures.age(ageMs) : null;
  const lastSeen = presence?.data.lastSeen ?? dock.lastSeen;
  return (
    <article className="overview-dock">
      <header>
        <h3>
          <bdi>{dock.name}</bdi>
        </h3>
        <StateSymbol {...shown} word={text(shown.id)} heading={flies ? (drone.data.head ?? 0) : 90} />
      </header>
      <p className="overview-dock-line">
        {shown.state === 'offline' && lastSeen !== null
          ? text('state.lastSeen', { time: figures.clock(lastSeen) })
          : (age ?? dock.droneName ?? dock.groupName)}
      </p>
      <div className="overview-dock-figures">
        <Figure
          size="small"
          label={text('statistics.dockBattery')}
          value={shown.state === 'offline' || battery === null ? null : figures.amount(battery)}
          unit={text('unit.percent')}
          stale={stale}
        />
        <Figure
          size="small"
          label={text('statistics.dockWind')}
          {...figures.reading.speed(shown.state === 'offline' ? null : status?.data.wind)}
          stale={stale}
        />
      </div>
      {mayMonitor ? (
        <a
          className="overview-dock-monitor"
          href={`#/PortMonitorSee?oid=${dock.oid}`}
          target="_blank"
          rel="noopener"
        >
          {text('statistics.dockMonitor')}
          <Icon name="window" size={14} />
        </a>
      ) : null}
    </article>
  );
}
