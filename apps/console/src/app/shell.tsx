import { App, ConfigProvider } from 'antd';
import arEG from 'antd/es/locale/ar_EG';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/ar';
import 'dayjs/locale/zh-cn';
import { limits } from '@eyrie/domain';
import type { Language } from '@eyrie/phrases';
import '@eyrie/ui/media.css';
import { antdTheme, ConfirmProvider, UiTextProvider, WaitingSign, type UiTexts } from '@eyrie/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PopupList } from '../modules/notification/index.ts';
import { loadAppearance } from '../platform/appearance.ts';
import { AsOf } from '../platform/as-of.tsx';
import { DeletionRefused } from '../platform/deletion.tsx';
import { reasonOf } from '../platform/failures.ts';
import { useFigures } from '../platform/figures.ts';
import { forgetNetworkError } from '../platform/http.ts';
import { directionOf, useLanguage } from '../platform/language.ts';
import { startLive, stopLive, useLink } from '../platform/live.ts';
import { loadFonts } from '../platform/load-fonts.ts';
import { queryClient } from '../platform/query.ts';
import { onSignOut, refreshMember, refreshRights, useSession } from '../platform/session.ts';
import { clearTelemetry } from '../platform/telemetry.ts';
import { useText } from '../platform/text.tsx';
import { useTheme } from '../platform/theme.ts';
import { useOrganisationFollow } from './following.ts';
import { LinkBanner } from './link-banner.tsx';
import { SessionEnded } from './session-ended.tsx';
import { ViewingBanner } from './viewing-banner.tsx';

const locales: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, en: enUS, ar: arEG };
const dayLocales: Readonly<Record<Language, string>> = { 'zh-CN': 'zh-cn', en: 'en', ar: 'ar' };

const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The words that components of our own library say by themselves. */
const useUiTexts = (): UiTexts => {
  const text = useText();
  const figures = useFigures();
  return useMemo(
    () => ({
      clear: text('app.clear'),
      close: text('app.close'),
      cancel: text('app.cancel'),
      confirm: text('app.confirm'),
      reset: text('app.reset'),
      discardTitle: text('app.discardTitle'),
      discard: text('app.discard'),
      keepEditing: text('app.keepEditing'),
      noData: text('app.noData'),
      loading: text('app.loading'),
      retry: text('app.retry'),
      failure: (error) => {
        if (error === null) return text('app.asking');
        const reason = reasonOf(error);
        return 'text' in reason ? reason.text : text(reason.id, reason.values);
      },
      asOf: (since) => <AsOf since={since} />,
      total: (count, more = false) => text(more ? 'app.totalMore' : 'app.total', { count }),
      columns: (shown, all) => text('app.columns', { shown, all }),
      number: (value) => figures.amount(value, undefined, 6),
    }),
    [text, figures],
  );
};

/** The server cuts the link of members whose rights changed: when it is back, what they may do now is asked. */
const useRightsFollow = (): void => {
  const link = useLink((state) => state.state);
  const lost = useRef(false);
  useEffect(() => {
    if (link === 'down') lost.current = true;
    if (link !== 'up' || !lost.current) return;
    lost.current = false;
    // What was changed for everybody while nothing could be told.
    void loadAppearance();
    Promise.all([refreshRights(), refreshMember()])
      .then(() => queryClient.invalidateQueries())
      .catch(() => undefined);
  }, [link]);
};

/** Nobody tells of changes any more: what is shown is asked for, and says so itself if it cannot be had. */
const useLossFollow = (): void => {
  const lost = useLink(({ state, quietSince }) => state === 'down' || quietSince !== null);
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setTimeout(() => void queryClient.invalidateQueries(), limits.web.askAfterLoss);
    return () => clearTimeout(timer);
  }, [lost]);
};

/** Names and messages that the server put into words come in the new language. */
const useWordsFollow = (language: Language): void => {
  const spoken = useRef(language);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    void queryClient.invalidateQueries();
  }, [language]);
};

/** The live link follows the member: it stands while somebody is signed in. */
function LiveLink(): ReactNode {
  const oid = useSession((session) => session.user?.oid);
  const groupRoot = useSession((session) => session.user?.groupRoot);
  const open = useSession((session) => session.status === 'open');
  useEffect(() => {
    if (!oid || !groupRoot || !open) return undefined;
    startLive({ oid, groupRoot });
    // After a lost session was taken up again, what failed meanwhile is asked once more.
    void queryClient.invalidateQueries();
    // The server cuts the link of a session that ends; nobody need ask why.
    const forget = onSignOut(() => {
      stopLive();
      // What is still being asked would be refused as nobody's.
      void queryClient.cancelQueries();
    });
    return () => {
      forget();
      stopLive();
    };
  }, [oid, groupRoot, open]);
  useRightsFollow();
  useLossFollow();
  useOrganisationFollow();
  return null;
}

/** What every page of the product stands in, also where nobody is signed in: component library, server state, words. */
export function Providers({ children }: { children: ReactNode }): ReactNode {
  const language = useLanguage((state) => state.language);
  const theme = useTheme((state) => state.theme);
  const own = useTheme((state) => state.own);
  const texts = useUiTexts();
  dayjs.locale(dayLocales[language]);
  useEffect(() => void loadFonts(), []);
  return (
    <ConfigProvider
      locale={locales[language]}
      direction={directionOf(language)}
      theme={antdTheme(theme, motion, own)}
      // Two Chinese characters would be pulled apart, for readers and for screen readers.
      // The library's own sign of waiting is called "loading" in English, and stays in the name after the wait.
      button={{ autoInsertSpace: false, loadingIcon: <WaitingSign /> }}
    >
      <App component={false}>
        <QueryClientProvider client={queryClient}>
          <UiTextProvider value={texts}>
            <ConfirmProvider>{children}</ConfirmProvider>
          </UiTextProvider>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

/** What every page behind the sign-in stands in. */
export function Shell(): ReactNode {
  const language = useLanguage((state) => state.language);
  const user = useSession((session) => session.user?.oid);
  useWordsFollow(language);
  const { pathname } = useLocation();
  useEffect(
    () => () => {
      queryClient.clear();
      clearTelemetry();
    },
    [user],
  );
  useEffect(() => forgetNetworkError(), [pathname]);
  return (
    <Providers>
      <LiveLink />
      <div className="shell">
        <ViewingBanner />
        <LinkBanner />
        <div className="shell-page">
          <Outlet />
        </div>
      </div>
      <PopupList />
      <DeletionRefused />
      <SessionEnded />
    </Providers>
  );
}
