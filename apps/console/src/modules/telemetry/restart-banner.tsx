import type { DockPresence } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import './telemetry.css';

/** After a restart of the server: since when it runs, and whether the dock has confirmed what is shown. */
export function RestartBanner({ restart }: { restart: DockPresence['restart'] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [closed, setClosed] = useState<number | null>(null);
  if (!restart || (closed === restart.at && restart.confirmedAt !== null)) return null;
  const time = figures.clock(restart.at);
  return (
    <p className="restart-banner" role="status">
      {restart.confirmedAt === null
        ? text('monitor.restarted', { time })
        : text('monitor.restartConfirmed', { time, confirmed: figures.clock(restart.confirmedAt) })}
      {restart.confirmedAt === null ? null : (
        <button type="button" aria-label={text('app.close')} onClick={() => setClosed(restart.at)}>
          <Icon name="close" size={14} />
        </button>
      )}
    </p>
  );
}
