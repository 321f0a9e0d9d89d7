import {
  isCurrent,
  isShown,
  nameIn,
  nameLanguageOf,
  pageLimits,
  zoneLabel,
  type ShownNotice,
} from '@eyrie/domain';
import { useEffect, useState, type ReactNode } from 'react';
import { now, useNow } from '../../platform/clock.ts';
import { dateTime, localZone } from '../../platform/format.ts';
import { callOutside } from '../../platform/http.ts';
import { localeOf, useLanguage } from '../../platform/language.ts';
import { useFirstText } from '../../platform/text.tsx';

interface ShownNotices {
  list: readonly ShownNotice[];
  /** Server wall clock minus this page's monotonic clock, ms. */
  ahead: number;
}

/** What the operators of the instance want everybody to know; nothing where the server cannot be asked. */
const useShownNotices = (): ShownNotices => {
  const [shown, setShown] = useState<ShownNotices>({ list: [], ahead: 0 });
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      try {
        const { at, list } = await callOutside('shownOutside', {}, { toast: false });
        if (!gone) setShown({ list, ahead: at - now() });
      } catch {
        // The sign-in says by itself what is wrong with the server.
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), pageLimits.web.askNoticesOutside);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, []);
  return shown;
};

/** Announcements and maintenance, before anybody signs in. */
export function LoginNotices(): ReactNode {
  const text = useFirstText();
  const language = useLanguage((state) => state.language);
  const { list, ahead } = useShownNotices();
  useNow();
  const at = now() + ahead;
  // Before the sign-in nobody's own zone is known: this computer's is, and it is named.
  const moment = (time: number): string =>
    `${dateTime(time, localeOf(language), localZone())} (${zoneLabel(localZone(), time)})`;
  return (
    <div role="status">
      {list
        .filter((notice) => isShown(notice, at))
        .map((notice) => {
          const { name, language: written } = nameIn(notice.texts, nameLanguageOf(language));
          const times = { from: moment(notice.from), until: moment(notice.until) };
          return (
            <p
              key={notice.oid}
              className={notice.level === 'attention' ? 'login-notice login-notice-loud' : 'login-notice'}
            >
              {notice.kind === 'maintenance' ? (
                <>
                  <strong>{text(isCurrent(notice, at) ? 'notice.now' : 'notice.soon', times)}</strong>{' '}
                </>
              ) : null}
              <bdi lang={written} dir="auto">
                {name}
              </bdi>
            </p>
          );
        })}
    </div>
  );
}
