import type { LiveDataOf } from '@eyrie/domain';
import { useEffect } from 'react';
import { loadAppearance } from '../platform/appearance.ts';
import { queryClient } from '../platform/query.ts';
import { refreshMember } from '../platform/session.ts';
import { onLiveMessage } from '../platform/telemetry.ts';

/** What another administrator changed for everybody reaches this page at once. */
export const useOrganisationFollow = (): void =>
  useEffect(
    () =>
      onLiveMessage(({ name, data }) => {
        if (name !== 'organisationChange') return;
        const { part } = data as LiveDataOf<'organisationChange'>;
        if (part === 'docks') {
          void queryClient.invalidateQueries({ queryKey: ['dock'] });
          return;
        }
        // The rule for names travels with the look, the time zone with the member.
        void loadAppearance();
        void queryClient.invalidateQueries({
          queryKey: [part === 'settings' ? 'organisation' : 'appearance'],
        });
        if (part === 'settings') refreshMember().catch(() => undefined);
      }),
    [],
  );
