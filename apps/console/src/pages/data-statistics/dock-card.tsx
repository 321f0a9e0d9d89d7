import { linkLevel, type DockRecord } from '@eyrie/domain';
import { Figure, Icon, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useDockNow } from '../../modules/dock/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';

/** One dock right now: state, its aircraft's battery, wind, and the way to its monitor. */
export function DockCard({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { look, ageMs, status, presence } = useDockNow(dock);
  const drone = useTelemetry('droneTelemetry', dock.droneOID);
  const mayMonitor = useAllowed('/PortMonitorSee');
  const level = linkLevel(ageMs);
  const stale = level !== 'live' && level !== 'ageing';
  const offline = look.state === 'offline';
  const flies = drone?.data.online === true && drone.data.airborne;
  const battery = flies ? drone.data.percent : (status?.charge.percent ?? null);
  const age = ageMs !== null && stale && !offline ? figures.age(ageMs) : null;
  const lastSeen = presence?.lastSeen ?? dock.lastSeen;
  return (
    <article className="overview-dock ey-grid ey-gap-8 ey-panel">
      <header>
        <h3>
          <bdi>{dock.name}</bdi>
        </h3>
        <StateSymbol
          state={look.state}
          word={text(look.wordId)}
          heading={flies ? (drone.data.head ?? 0) : 90}
        />
      </header>
      <p className="overview-dock-line ey-hint">
        {offline && lastSeen !== null
          ? text('state.lastSeen', { time: figures.clock(lastSeen) })
          : (age ?? dock.droneName ?? dock.groupName)}
      </p>
      <div className="overview-dock-figures ey-grid ey-gap-12">
        <Figure
          size="small"
          label={text('statistics.dockBattery')}
          value={offline || battery === null ? null : figures.amount(battery)}
          unit={text('unit.percent')}
          stale={stale}
        />
        <Figure
          size="small"
          label={text('statistics.dockWind')}
          {...figures.reading.speed(offline ? null : status?.wind)}
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
