import type { DockPresence } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { clockTime } from '../../platform/format.ts';
import { localeOf, useLanguage } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';
import './telemetry.css';

/** After a restart of the server: since when it runs, and whether the dock has confirmed what is shown. */
export function RestartBanner({ restart }: { restart: DockPresence['restart'] }): ReactNode {
  const text = useText();
  const locale = localeOf(useLanguage((state) => state.language));
  const [closed, setClosed] = useState<number | null>(null);
  if (!restart || (closed === restart.at && restart.confirmedAt !== null)) return null;
  const time = clockTime(restart.at, locale);
  return (
    <p className="restart-banner" role="status">
      {restart.confirmedAt === null
        ? text('monitor.restarted', { time })
        : text('monitor.restartConfirmed', { time, confirmed: clockTime(restart.confirmedAt, locale) })}
      {restart.confirmedAt === null ? null : (
        <button type="button" aria-label={text('app.close')} onClick={() => setClosed(restart.at)}>
          <Icon name="close" size={14} />
        </button>
      )}
    </p>
  );
}
