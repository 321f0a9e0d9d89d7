import { useEffect, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { RouterProvider } from 'react-router/dom';
import { useAppearance } from '../platform/appearance.ts';
import { localeOf, useLanguage } from '../platform/language.ts';
import { router } from './router.tsx';
import { BusyBar, ToastList } from './signals.tsx';

/** What stands around every page: language, title, busy bar, toasts. */
export function Frame(): ReactNode {
  const { language, messages } = useLanguage();
  const systemName = useAppearance((state) => state.systemName);
  useEffect(() => {
    document.title = systemName;
  }, [systemName]);
  return (
    <IntlProvider locale={localeOf(language)} defaultLocale="zh-CN" messages={messages}>
      <BusyBar />
      <RouterProvider router={router} />
      <ToastList />
    </IntlProvider>
  );
}
