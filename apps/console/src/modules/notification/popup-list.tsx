import { StateSymbol } from '@eyrie/ui';
import { useEffect, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { levelState, useNotificationWords } from './notification-words.ts';
import { collectPopups, putAway, usePopups } from './popups.ts';
import './notification.css';

/** What the member must see now, over every page, until it is put away. */
export function PopupList(): ReactNode {
  const popups = usePopups((state) => state.popups);
  const text = useText();
  const figures = useFigures();
  const words = useNotificationWords();
  useEffect(() => collectPopups(), []);
  if (popups.length === 0) return null;
  return (
    <div className="popups" role="alert">
      {popups.map((one) => (
        <div key={one.oid} className={`popup popup-${one.level}`}>
          <StateSymbol state={levelState[one.level]} word={words(one)} />
          <time className="popup-time">{figures.time(one.at)}</time>
          {one.link ? (
            <a href={`#${one.link}`} onClick={() => putAway(one.oid)}>
              {text(one.link.startsWith('/PortMonitor') ? 'notification.open' : 'notification.show')}
            </a>
          ) : null}
          <button type="button" onClick={() => putAway(one.oid)}>
            {text('notification.seen')}
          </button>
        </div>
      ))}
    </div>
  );
}
