import { useText } from '@eyrie/web/text';
import { useEffect, type ReactNode } from 'react';
import { openPage, useSession } from '../../platform/session.ts';

const cockpits = ['/CockpitLarge', '/Cockpit/TotalPerception'] as const;

/** The choice between the cockpits that are permitted; where there is one only, it is opened. */
export default function OptionPage(): ReactNode {
  const text = useText();
  const menu = useSession((session) => session.menu);
  const permitted = cockpits.filter((page) => menu.includes(page));
  const only = permitted.length === 1 ? permitted[0] : undefined;
  useEffect(() => {
    if (only) openPage(only);
  }, [only]);
  if (permitted.length === 0) return <p className="entrance-note">{text('cockpit.none')}</p>;
  return (
    <nav className="options" aria-label={text('cockpit.choose')}>
      {permitted.map((page) => (
        <button key={page} type="button" className="option" onClick={() => openPage(page)}>
          {text(`permission.${page}`)}
        </button>
      ))}
    </nav>
  );
}
