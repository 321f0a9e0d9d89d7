import type { RoomFixture } from '../support/room-fixture.ts';

/** Rows that say as much as any: what was asked, rights, times, nothing where something could be, many things at once. */
const actions = ['call.refused', 'role.grant', 'member.edit', 'lease.take', 'notification.preferencesSet'];
const log = { title: 'permission./operation', tab: 'operation.tab.audit' } as const;

export const fixture: RoomFixture = {
  screens: [
    { ...log, address: '/operation?tab=audit' },
    ...actions.map((action) => ({
      ...log,
      address: `/operation?tab=audit&action=${action}`,
      record: true as const,
    })),
  ],
};
