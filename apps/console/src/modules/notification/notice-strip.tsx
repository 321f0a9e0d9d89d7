import { isCurrent, isShown, nameIn, nameLanguageOf, type ShownNotice } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { now as nowHere, useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { useLanguage } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';
import { useNoticePutAway, useShownNotices } from './notice.queries.ts';
import './notice.css';

/** When maintenance is, and once it is on, what it means. */
function Maintenance({ notice, on }: { notice: ShownNotice; on: boolean }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const times = { from: figures.time(notice.from), until: figures.time(notice.until) };
  return (
    <>
      <strong>{text(on ? 'notice.now' : 'notice.soon', times)}</strong>
      {on ? <span>{text('notice.nowMeans')}</span> : null}
    </>
  );
}

function Line({ notice, at }: { notice: ShownNotice; at: number }): ReactNode {
  const text = useText();
  const language = useLanguage((state) => state.language);
  const putAway = useNoticePutAway();
  const { name, language: written } = nameIn(notice.texts, nameLanguageOf(language));
  const maintenance = notice.kind === 'maintenance';
  return (
    <li className={`notice notice-${maintenance ? 'attention' : notice.level}`}>
      <Icon name={maintenance ? 'clock' : 'bell'} size={16} />
      <p>
        {maintenance ? <Maintenance notice={notice} on={isCurrent(notice, at)} /> : null}
        <bdi lang={written} dir="auto">
          {name}
        </bdi>
      </p>
      {maintenance ? null : (
        <button
          type="button"
          className="notice-away ey-grid ey-muted"
          aria-label={`${text('notice.putAway')}: ${name}`}
          title={text('notice.putAway')}
          disabled={putAway.isPending}
          onClick={() => putAway.mutate(notice.oid)}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </li>
  );
}

/** What is announced now, and maintenance from the moment it is planned: without alarm, above the page, until it is over. */
export function NoticeStrip(): ReactNode {
  const text = useText();
  useNow();
  const { data } = useShownNotices();
  const at = nowHere() + (data?.ahead ?? 0);
  const list = (data?.list ?? []).filter((notice) => isShown(notice, at));
  return (
    <div role="status" aria-label={text('notice.region')}>
      {list.length > 0 ? (
        <ul className="notices">
          {list.map((notice) => (
            <Line key={notice.oid} notice={notice} at={at} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
