import { StateSymbol } from '@eyrie/ui';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { levelState, useNotificationWords } from './notification-words.ts';
import { foldPopups, type FoldedPopup } from './popup-fold.ts';
import { collectPopups, putAway, usePopups } from './popups.ts';
import './notification.css';

/** More would take the page away. */
const shownMost = 4;

/** The page ends above what stands at its foot: nothing that can be pressed lies under it. */
const useRoomAtFoot = (shown: number) => {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const element = list.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => {
      style.setProperty('--popups-block', `${element.offsetHeight + 24}px`);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty('--popups-block');
    };
  }, [shown]);
  return list;
};

function FoldedRow({ newest, others }: FoldedPopup): ReactNode {
  const text = useText();
  const figures = useFigures();
  const words = useNotificationWords();
  const all = [newest.oid, ...others];
  return (
    <div className={`popup popup-${newest.level}`}>
      <StateSymbol state={levelState[newest.level]} word={words(newest)} />
      {others.length > 0 ? (
        <strong className="popup-more">{text('notification.more', { count: others.length })}</strong>
      ) : null}
      <time className="popup-time">{figures.time(newest.at)}</time>
      {newest.link ? (
        <a href={`#${newest.link}`} onClick={() => putAway([newest.oid])}>
          {text(newest.link.startsWith('/PortMonitor') ? 'notification.open' : 'notification.show')}
        </a>
      ) : null}
      <button type="button" onClick={() => putAway(all)}>
        {text('notification.seen')}
      </button>
    </div>
  );
}

/** What the member must see now, beside every page, until it is put away. */
export function PopupList(): ReactNode {
  const folded = foldPopups(usePopups((state) => state.popups)).slice(0, shownMost);
  const list = useRoomAtFoot(folded.length);
  useEffect(() => collectPopups(), []);
  if (folded.length === 0) return null;
  return (
    <div className="popups" role="alert" ref={list}>
      {folded.map((one) => (
        <FoldedRow key={one.newest.oid} {...one} />
      ))}
    </div>
  );
}
