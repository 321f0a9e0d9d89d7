import { sql } from 'kysely';
import { descending, equals, inScope, readingOf } from '../../platform/list/index.ts';

/** Commands to docks within the caller's sight, newest first. */
export const commands = readingOf({
  table: 'command',
  scope: ({ caller }) => inScope('dock.group_oid', caller),
  joins: sql`join dock on dock.oid = command.dock_oid`,
  columns: { oid: 'oid' },
  filters: { dockOID: equals('command.dock_oid'), flightOID: equals('command.flight_oid') },
  sort: { newest: [descending('command.created_at'), descending('command.oid')] },
  order: 'newest',
  name: 'oid',
});
