import type { LiveDataOf } from '@eyrie/domain';
import { useEffect } from 'react';
import { loadAppearance } from '../platform/appearance.ts';
import { followDisplay } from '../platform/display.ts';
import { chooseLanguage } from '../platform/language.ts';
import { queryClient } from '../platform/query.ts';
import { refreshMember, resumeSession } from '../platform/session.ts';
import { onKeptElsewhere } from '../platform/storage.ts';
import { onLiveMessage } from '../platform/telemetry.ts';
import { followTheme } from '../platform/theme.ts';

/** What another administrator changed for everybody reaches this page at once. */
export const useOrganisationFollow = (): void =>
  useEffect(
    () =>
      onLiveMessage(({ name, data }) => {
        if (name !== 'organisationChange') return;
        const { part } = data as LiveDataOf<'organisationChange'>;
        // The rule for names travels with the look, the time zone with the member.
        void loadAppearance();
        void queryClient.invalidateQueries({
          queryKey: [part === 'settings' ? 'organisation' : 'appearance'],
        });
        if (part === 'settings') refreshMember().catch(() => undefined);
      }),
    [],
  );

/** What is chosen in one tab of a browser holds in all of them, and who signs in again in one is in again in all. */
export const followOtherTabs = (): void =>
  onKeptElsewhere((name, value) => {
    if (value === null) return;
    if (name === 'language' && typeof value === 'string') void chooseLanguage(value);
    if (name === 'theme') followTheme(value);
    if (name === 'display') followDisplay(value);
    // Kept by every sign-in.
    if (name === 'menu') resumeSession().catch(() => undefined);
  });
