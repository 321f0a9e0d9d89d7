import type { LiveDataOf, OrganisationPart } from '@eyrie/domain';
import { useEffect } from 'react';
import { loadAppearance } from '../platform/appearance.ts';
import { isAskable } from '../platform/gone-records.ts';
import { queryClient } from '../platform/query.ts';
import { refreshMember } from '../platform/session.ts';
import { onLiveMessage } from '../platform/telemetry.ts';
import { followDocks } from './follow-docks.ts';

const askFor = (...words: string[]): void => {
  for (const word of words) void queryClient.invalidateQueries({ queryKey: [word], predicate: isAskable });
};

const follow = (part: Exclude<OrganisationPart, 'docks' | 'screens'>): void => {
  // The rule for names travels with the look, the time zone with the member.
  void loadAppearance();
  askFor(part === 'settings' ? 'organisation' : 'appearance');
  if (part === 'settings') refreshMember().catch(() => undefined);
};

/** What another administrator changed for everybody reaches this page at once. */
export const useOrganisationFollow = (): void =>
  useEffect(() => {
    const docks = followDocks(() => askFor('dock', 'statistics'));
    const stop = onLiveMessage(({ name, data }) => {
      if (name !== 'organisationChange') return;
      const { part } = data as LiveDataOf<'organisationChange'>;
      if (part === 'docks') docks.changed();
      else if (part === 'screens') askFor('layout');
      else follow(part);
    });
    return () => {
      stop();
      docks.stop();
    };
  }, []);
